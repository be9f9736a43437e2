import type { AuditKind } from '#shared/audit'
import type { ToolOutcomeStatus } from '#shared/tool-outcome'
import { AUDIT_KIND_LABELS, CALL_OUTCOME_LABELS, isAuditKind, isCallOutcome } from '~/utils/wording/audit-wording'
import { formatExactTime } from './format-time'

/** `from` and `to` are exact times; `since` is a span that ends now, so that a bookmark of "the last day" stays true. */
const AUDIT_FILTER_FIELDS = [
  'q', 'kind', 'tool', 'source', 'user', 'conversation', 'run', 'success', 'outcome', 'since', 'from', 'to',
] as const
export type AuditFilterField = typeof AUDIT_FILTER_FIELDS[number]
/** The filters as they stand in the address: text only, and an absent field filters nothing. */
export type AuditFilters = Partial<Record<AuditFilterField, string>>

export interface AuditFilterChip { readonly field: AuditFilterField, readonly label: string, readonly value: string }

export const AUDIT_SPANS = [
  { value: '1h', label: 'Last hour', milliseconds: 3_600_000 },
  { value: '24h', label: 'Last 24 hours', milliseconds: 86_400_000 },
  { value: '7d', label: 'Last 7 days', milliseconds: 604_800_000 },
  { value: '30d', label: 'Last 30 days', milliseconds: 2_592_000_000 },
] as const

const FIELD_LABELS: Readonly<Record<AuditFilterField, string>> = {
  q: 'Text', kind: 'Event', tool: 'Tool', source: 'Source', user: 'User', conversation: 'Conversation',
  run: 'Run', success: 'Result', outcome: 'Result', since: 'Time', from: 'From', to: 'To',
}

const ACCEPTED: Partial<Record<AuditFilterField, (value: string) => boolean>> = {
  kind: isAuditKind,
  success: value => value === 'true' || value === 'false',
  outcome: isCallOutcome,
  since: value => AUDIT_SPANS.some(span => span.value === value),
  from: isTime,
  to: isTime,
}

function isTime(value: string): boolean {
  return !Number.isNaN(Date.parse(value))
}

/** The filters of the address. A value that cannot filter anything is left out, so an old or mistyped link still opens. */
export function readAuditFilters(query: Readonly<Record<string, unknown>>): AuditFilters {
  const filters: AuditFilters = {}
  for (const field of AUDIT_FILTER_FIELDS) {
    const given = query[field]
    const value = (Array.isArray(given) ? String(given[0] ?? '') : String(given ?? '')).trim()
    if (value && (ACCEPTED[field]?.(value) ?? true)) filters[field] = value
  }
  if (filters.since) {
    delete filters.from
    delete filters.to
  }
  return filters
}

/**
 * What the address asks for and `readAuditFilters` leaves out, in words: a reader must not believe it filters. `record`
 * is the one opened beside the list.
 */
export function listLeftOut({ record: _opened, ...query }: Readonly<Record<string, unknown>>): string[] {
  const filters: Readonly<Record<string, string | undefined>> = readAuditFilters(query)
  const labels: Readonly<Record<string, string | undefined>> = FIELD_LABELS
  return Object.entries(query).flatMap(([name, given]) => [given].flat()
    .map(value => String(value ?? '').trim())
    .filter(value => value && value !== filters[name])
    .map(value => `${labels[name] ?? name} “${value}”`))
}

/** The query of `GET /api/audit`: spans become times, the rest is passed on. */
export function toAuditRequest(filters: AuditFilters, now: number): Record<string, string> {
  const { since, from, to, ...rest } = filters
  const span = AUDIT_SPANS.find(one => one.value === since)
  return {
    ...rest,
    ...(from ? { from: new Date(from).toISOString() } : {}),
    ...(to ? { to: new Date(to).toISOString() } : {}),
    ...(span ? { from: new Date(now - span.milliseconds).toISOString() } : {}),
  }
}

/** One removable chip for each filter that is on, in a fixed order. */
export function listAuditChips(filters: AuditFilters): AuditFilterChip[] {
  return AUDIT_FILTER_FIELDS.flatMap((field) => {
    const value = filters[field]
    return value ? [{ field, label: FIELD_LABELS[field], value: toChipValue(field, value) }] : []
  })
}

function toChipValue(field: AuditFilterField, value: string): string {
  if (field === 'kind') return AUDIT_KIND_LABELS[value as AuditKind] // readAuditFilters lets only kinds through
  if (field === 'success') return value === 'true' ? 'Succeeded' : 'Unsuccessful'
  if (field === 'outcome') return CALL_OUTCOME_LABELS[value as ToolOutcomeStatus] // the same
  if (field === 'since') return AUDIT_SPANS.find(span => span.value === value)?.label ?? value
  if (field === 'from' || field === 'to') return formatExactTime(value)
  return value
}
