import type { ToolTarget } from '#server/providers/provider'
import type { ProviderHarness } from './provider-harness'
import type { TargetRules } from './schema-laws'
import { wired } from './wired-providers'

interface CheckedTarget {
  readonly id: string
  readonly target: ToolTarget
  readonly rules: TargetRules
  readonly readSchema: ProviderHarness['readSchema']
}

/** Every tool target with what its vendor refuses. */
export function listTargets(): readonly CheckedTarget[] {
  return wired.flatMap(({ id: provider, provider: { toolTargets }, harness: { targets, readSchema } }) => toolTargets.map((target) => {
    const rules = targets[target.id]
    if (!rules) throw new Error(`The harness of ${provider} has no rules for its target ${target.id}.`)
    return { id: target.id, target, rules, readSchema }
  }))
}
