import type { SchemaField } from './schema-fields'

/** Text of fields that is kept as it was written, by name. */
export type FieldDrafts = Readonly<Record<string, string | undefined>>

type Values = Readonly<Record<string, unknown>>

/** Whether the text of a JSON field does not parse, so that it stands for no value. */
export function isUnfinished({ kind }: SchemaField, draft: string | undefined): boolean {
  return kind === 'json' && draft !== undefined && draft.trim() !== '' && compact(draft) === undefined
}

/** The drafts without those whose field was given another value elsewhere, such as on the JSON side. */
export function keepDrafts(drafts: FieldDrafts, before: Values, after: Values): FieldDrafts {
  return Object.fromEntries(Object.entries(drafts).filter(([name, draft]) => {
    const value = JSON.stringify(after[name])
    return draft !== undefined && (value === JSON.stringify(before[name]) || value === compact(draft))
  }))
}

function compact(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text))
  }
  catch {
    return undefined
  }
}
