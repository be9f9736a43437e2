import type { JsonSchema } from '#shared/tool'

const UNIONS = ['anyOf', 'oneOf', 'allOf'] as const
type Union = typeof UNIONS[number]

interface Folded {
  readonly schema: JsonSchema
  /** The keyword that was folded away, when there was one. */
  readonly keyword?: Union
}

/**
 * One object from a root union: the properties of all branches together, a property with two different schemas as a
 * nested `anyOf`. Required stays what holds in every case: all of `allOf`, the intersection otherwise.
 */
export function foldRootUnion(root: JsonSchema): Folded {
  const keyword = UNIONS.find(candidate => Array.isArray(root[candidate]))
  if (!keyword) return { schema: root }
  const { [keyword]: union, ...rest } = root
  const branches = (union as readonly unknown[]).filter(isSchema) // Array by the check above.
  const properties = branches.map(branch => branch.properties).filter(isSchema).reduce(mergeProperties, isSchema(rest.properties) ? rest.properties : {})
  const required = [...new Set([...readRequired(rest), ...requiredOf(keyword, branches)])].filter(name => name in properties)
  const schema = {
    ...rest,
    properties,
    ...(required.length > 0 ? { required } : { required: undefined }),
    ...describeChoice(keyword, branches, rest.description),
  }
  const again = foldRootUnion(schema)
  return { schema: withoutUndefined(again.schema), keyword }
}

function mergeProperties(left: JsonSchema, right: JsonSchema): JsonSchema {
  const merged: Record<string, unknown> = { ...left }
  for (const [name, schema] of Object.entries(right)) {
    const other = merged[name]
    merged[name] = other === undefined || JSON.stringify(other) === JSON.stringify(schema) ? schema : { anyOf: [other, schema] }
  }
  return merged
}

function requiredOf(keyword: Union, branches: readonly JsonSchema[]): readonly string[] {
  const lists = branches.map(readRequired)
  if (keyword === 'allOf') return lists.flat()
  return (lists[0] ?? []).filter(name => lists.every(list => list.includes(name)))
}

function describeChoice(keyword: Union, branches: readonly JsonSchema[], description: unknown) {
  const choices = branches.map(readRequired).filter(list => list.length > 0).map(list => list.join(' + '))
  if (keyword === 'allOf' || choices.length < 2) return {}
  const rule = `Give ${keyword === 'oneOf' ? 'exactly' : 'at least'} one of: ${choices.join('; ')}.`
  return { description: [description, rule].filter(Boolean).join(' ') }
}

function readRequired({ required }: JsonSchema): readonly string[] {
  return Array.isArray(required) ? required.filter(name => typeof name === 'string') : []
}

function withoutUndefined(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
