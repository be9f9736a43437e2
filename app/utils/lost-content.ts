import type { TranslationWarning } from '#shared/run-event'
import type { RunView } from '#shared/run-view'

/**
 * What of the conversation did not reach the model as it was, in words for a person, each once. Changes to the form of
 * a tool are told where tools are shown.
 */
export function lostContent(run: Pick<RunView, 'steps'>): readonly string[] {
  const losses = run.steps.flatMap(step => step.warnings).filter(isLoss)
  return [...new Set(losses.map(({ tool, reason }) => tool ? `${tool}: ${reason}` : reason))]
}

function isLoss({ path, action }: TranslationWarning): boolean {
  return /^\/(?:messages|input)\b/.test(path) && (action === 'left-out' || action === 'replaced-by-text')
}
