import type { SchemaNode } from './schema-nodes'
import { wired } from './wired-providers'

/** The calls and the results in a request body of any vendor, in order: by id, or by name where there are no ids. */
export function readCallPairs(body: unknown): { readonly calls: readonly string[], readonly results: readonly string[] } {
  const nodes = listObjects(body)
  const readers = wired.map(({ harness }) => harness)
  return {
    calls: nodes.flatMap(node => readers.map(reader => reader.readCallId(node)).find(id => id !== undefined) ?? []),
    results: nodes.flatMap(node => readers.map(reader => reader.readResultId(node)).find(id => id !== undefined) ?? []),
  }
}

function listObjects(value: unknown): readonly SchemaNode[] {
  if (Array.isArray(value)) return value.flatMap(listObjects)
  if (typeof value !== 'object' || value === null) return []
  return [value as SchemaNode, ...Object.values(value).flatMap(listObjects)]
}
