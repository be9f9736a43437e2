import type { z } from 'zod'
import { AppError } from '#server/errors'
import type { Page } from '#shared/page'

/** A cursor is the sort key of the last row seen: rows that come or go meanwhile shift no page. */
function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Reads a cursor that may come from anywhere; throws `invalid-request` naming `cursor` when it is none of ours. */
export function decodeCursor<Key>(cursor: string, schema: z.ZodType<Key>): Key {
  const parsed = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (parsed.success) return parsed.data
  throw new AppError('invalid-request', 'The field cursor is not a cursor of this list. Leave it out to start at the first page.', {
    details: [{ field: 'cursor', message: 'Use the nextCursor of an earlier page as it is.' }],
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    // Not JSON is as wrong as any other value; the schema says so in one place.
    return undefined
  }
}

/** Cuts `limit + 1` rows to a page; the extra row only tells that there is more. */
export function toPage<Item>(rows: readonly Item[], limit: number, keyOf: (item: Item) => readonly (string | number)[]): Page<Item> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(keyOf(last)) : null }
}
