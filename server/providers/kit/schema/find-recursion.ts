import type { JsonSchema } from '#shared/tool'
import { isSchema } from './schema-node'

const PREFIX = '#/$defs/'

/** The name a reference of a normal schema means; `#` is the root. */
export function readReferenceName(reference: string): string {
  return reference.startsWith(PREFIX) ? reference.slice(PREFIX.length) : '#'
}

/**
 * Names that lead back to themselves. Those that refer to nothing, or to which nothing refers, are taken away until none
 * is left: linear, where following each name would not be. What lies between two circles counts as part of them.
 */
export function findRecursion(root: JsonSchema, definitions: ReadonlyMap<string, JsonSchema>): ReadonlySet<string> {
  return findCircles(root, definitions, false)
}

/** Names that lead back to themselves without passing through a property, which could be left out to end it. */
export function findKnots(root: JsonSchema, definitions: ReadonlyMap<string, JsonSchema>): ReadonlySet<string> {
  return findCircles(root, definitions, true)
}

function findCircles(root: JsonSchema, definitions: ReadonlyMap<string, JsonSchema>, skipsProperties: boolean): ReadonlySet<string> {
  const to = new Map([...definitions, ['#', root] as const].map(([name, schema]) => [name, collectReferences(schema, skipsProperties)]))
  const left = new Set(to.keys())
  trim(to, left)
  trim(reverse(to), left)
  return left
}

function trim(to: ReadonlyMap<string, ReadonlySet<string>>, left: Set<string>): void {
  const from = reverse(to)
  const count = new Map([...to].map(([name, names]) => [name, [...names].filter(other => left.has(other)).length]))
  const pending = [...left].filter(name => count.get(name) === 0)
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    left.delete(name)
    for (const other of from.get(name) ?? []) {
      const remaining = (count.get(other) ?? 0) - 1
      count.set(other, remaining)
      if (remaining === 0 && left.has(other)) pending.push(other)
    }
  }
}

function reverse(to: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const from = new Map([...to.keys()].map(name => [name, new Set<string>()]))
  for (const [name, names] of to) for (const other of names) from.get(other)?.add(name)
  return from
}

/** A property may be called `$ref`: by position, a reference is text and a property is not. */
function collectReferences(schema: JsonSchema, skipsProperties: boolean): ReadonlySet<string> {
  const found = new Set<string>()
  const pending: unknown[] = [schema]
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    if (isSchema(node) && typeof node.$ref === 'string') found.add(readReferenceName(node.$ref))
    for (const [keyword, value] of Object.entries(node)) if (!skipsProperties || keyword !== 'properties') pending.push(value)
  }
  return found
}
