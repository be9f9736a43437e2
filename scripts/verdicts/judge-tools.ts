import type { Verdict } from '#shared/compatibility'
import type { ToolDefinition } from '#shared/tool'
import type { ToolTarget, ToolTranslation } from '#server/providers/provider'
import type { ToolCollection } from './recorded-tools'

/** What became of one tool at one target. */
export interface Judgement {
  readonly collection: string
  readonly tool: ToolDefinition
  readonly target: string
  readonly verdict: Verdict
  readonly translation: ToolTranslation
}

export function judgeTools(collections: readonly ToolCollection[], targets: readonly ToolTarget[]): readonly Judgement[] {
  return collections.flatMap(({ id, tools }) => tools.flatMap(tool => targets.map((target) => {
    const translation = target.translate(tool)
    return { collection: id, tool, target: target.id, verdict: toVerdict(translation), translation }
  })))
}

function toVerdict({ ok, warnings }: ToolTranslation): Verdict {
  if (!ok) return 'refused'
  return warnings.length > 0 ? 'adapted' : 'ok'
}
