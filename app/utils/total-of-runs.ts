import { sumCosts } from '#shared/cost'
import type { Usage } from '#shared/run-event'
import type { RunView } from '#shared/run-view'

export interface RunsTotal {
  readonly tokens: number
  /** Some of them were never told. */
  readonly isPartial: boolean
  /** US dollars; `null` as soon as tokens were used at a cost that is not known. */
  readonly cost: number | null
}

interface UsedPart { readonly usage?: Usage, readonly cost?: number | null }

/** What runs used and cost together; of a run that is not at its end, the steps that are. */
export function totalOfRuns(runs: readonly Pick<RunView, 'usage' | 'cost' | 'steps'>[]): RunsTotal {
  const parts = runs.flatMap<UsedPart>(run => run.usage ? [run] : run.steps)
  return {
    tokens: parts.reduce((sum, { usage }) => sum + (usage ? usage.inputTokens + usage.outputTokens : 0), 0),
    isPartial: parts.some(({ usage }) => usage?.partial),
    cost: sumCosts(parts),
  }
}
