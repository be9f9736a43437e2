import type { ToolMark } from '#shared/compatibility'

/** In short, beside the target's name: `ok`, `adapted 2`, `refused`. */
export function verdictWord({ verdict, warnings }: Pick<ToolMark, 'verdict' | 'warnings'>): string {
  return verdict === 'adapted' ? `adapted ${warnings}` : verdict
}

/** One sentence for a person. */
export function verdictSentence({ label, verdict, warnings, reason }: ToolMark): string {
  if (verdict === 'ok') return `${label} takes it as it is.`
  if (verdict === 'refused') return `${label} does not get it. ${reason ?? ''}`.trim()
  return `${label} gets it with ${warnings} ${warnings === 1 ? 'change' : 'changes'}.`
}
