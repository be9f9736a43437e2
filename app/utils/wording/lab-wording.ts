import type { ApprovalMode, ToolListing } from '#shared/tool'
import type { InputIssue, ToolOutcome } from '#shared/tool-outcome'
import type { LabArguments } from '~/composables/useToolLab'

const APPROVALS: Readonly<Record<ApprovalMode, string>> = {
  ask: 'In a run, each call needs approval. Here, pressing Call approves it.',
  allow: 'Runs without approval. Every call is audited.',
  deny: 'Denied by an administrator.',
}

/** Whether a call by hand is possible, and what pressing the button means. */
export function labPermission({ enabled, approval }: Pick<ToolListing, 'enabled' | 'approval'>): {
  readonly isCallable: boolean
  readonly note: string
} {
  if (!enabled) return { isCallable: false, note: 'Turned off. Turn it on under Admin, Tools.' }
  return { isCallable: approval !== 'deny', note: APPROVALS[approval] }
}

interface SentCall { readonly outcome: ToolOutcome, readonly arguments: LabArguments }

/**
 * Issues by the field of the top level that they lie in; those of the whole, or of no field, under the empty name.
 * An issue is about the value that was sent: it is left out once that value has changed.
 */
export function issuesByField(
  sent: SentCall | null, value: LabArguments, names: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const grouped: Record<string, string[]> = {}
  if (sent?.outcome.status !== 'invalid-input') return grouped
  for (const issue of sent.outcome.issues) {
    const field = fieldOf(issue)
    const isChanged = field ? !isSameJson(value[field], sent.arguments[field]) : !isSameJson(value, sent.arguments)
    if (isChanged) continue
    const place = names.includes(field) ? field : ''
    grouped[place] = [...grouped[place] ?? [], toSentence(issue, place)]
  }
  return grouped
}

function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function fieldOf({ path }: InputIssue): string {
  return (path.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
}

function toSentence({ path, expected, got }: InputIssue, place: string): string {
  const inner = place ? path.slice(place.length + 1) : path
  return `${inner ? `${inner}: ` : ''}expected ${expected}; got ${got}`
}
