import { isDeepStrictEqual } from 'node:util'
import { readProperties } from './choose-tools'
import type { FinishedCall, PlannedCall } from './plan'

/**
 * A second attempt that differs from the first in what was complained about; absent when there is nothing sensible to
 * change. Called for first attempts only, so there is never a third.
 */
export function repairCall({ call, outcome }: FinishedCall): PlannedCall | undefined {
  const repaired = outcome.status === 'invalid-input'
    ? outcome.issues.reduce((current, issue) => setExpected(current, issue.path, issue.expected), call.arguments)
    : outcome.status === 'failed' ? withoutOptions(call) : call.arguments
  return isDeepStrictEqual(repaired, call.arguments) ? undefined : { ...call, arguments: repaired, purpose: `${call.purpose}, repaired` }
}

function setExpected(current: Readonly<Record<string, unknown>>, path: string, expected: string): Readonly<Record<string, unknown>> {
  const name = path.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~') ?? ''
  if (!Object.hasOwn(current, name)) return current
  const { [name]: value, ...rest } = current
  if (/remove it/i.test(expected)) return rest
  if (/type (?:number|integer)/.test(expected) && Number.isFinite(Number(value))) return { ...current, [name]: Number(value) }
  if (/type string/.test(expected)) return { ...current, [name]: String(value) }
  if (/type array/.test(expected)) return { ...current, [name]: [value] }
  return current
}

/** Options are filled by loose guesses, such as a folder's name; the tool may do without. Only where nothing is changed by it. */
function withoutOptions({ tool, arguments: filled }: PlannedCall): Readonly<Record<string, unknown>> {
  if (tool.annotations.readOnlyHint !== true) return filled
  const required = Array.isArray(tool.inputSchema.required) ? tool.inputSchema.required : []
  const options = Object.keys(readProperties(tool)).filter(name => !required.includes(name))
  const kept = Object.entries(filled).filter(([name]) => !options.includes(name) || !/path|folder|directory/i.test(name))
  return kept.length === 0 ? filled : Object.fromEntries(kept)
}
