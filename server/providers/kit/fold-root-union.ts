import type { JsonSchema } from '#shared/tool'

const UNIONS = ['anyOf', 'oneOf', 'allOf'] as const
type Union = typeof UNIONS[number]

interface Folded {
  readonly schema: JsonSchema
  /** The keyword that was folded away, when there was one. */
  readonly keyword?: Union
}

/**
 * One object from a root union or a root reference: the properties of all branches together, a property with different
 * schemas as a nested `anyOf`. Required stays what holds in every case: all of `allOf`, the intersection otherwise.
 */
export function foldRootUnion(root: JsonSchema): Folded {
  const keyword = UNIONS.find(candidate => Array.isArray(root[candidate]))
  if (!keyword && typeof root.$ref !== 'string') return { schema: root }
  return { schema: foldNode(root, { root, seen: new Set() }), keyword }
}

interface Place {
  readonly root: JsonSchema
  /** References on the way here: one that leads back to itself adds nothing. */
  readonly seen: ReadonlySet<string>
}

function foldNode(node: JsonSchema, place: Place): JsonSchema {
  const resolved = resolveReference(node, place)
  const keyword = UNIONS.find(candidate => Array.isArray(resolved.node[candidate]))
  if (!keyword) return resolved.node
  const { [keyword]: union, required: _required, ...rest } = resolved.node
  const branches = (union as readonly unknown[]) // an array by the line that found the keyword
    .filter(isSchema)
    .map(branch => foldNode(branch, resolved.place))
  const own = isSchema(rest.properties) ? rest.properties : {}
  const properties = mergeProperties(own, branches.map(branch => branch.properties).filter(isSchema))
  const required = [...new Set([...readRequired(resolved.node), ...requiredOf(keyword, branches)])].filter(name => Object.hasOwn(properties, name))
  const folded = { ...rest, properties, ...(required.length > 0 && { required }), ...describeChoice(keyword, branches, rest.description) }
  return foldNode(folded, resolved.place)
}

function resolveReference(node: JsonSchema, place: Place): { readonly node: JsonSchema, readonly place: Place } {
  const { $ref: reference, ...siblings } = node
  if (typeof reference !== 'string' || place.seen.has(reference)) return { node, place }
  const target = findLocal(reference, place.root)
  if (!target) return { node, place }
  return resolveReference({ ...target, ...siblings }, { ...place, seen: new Set([...place.seen, reference]) })
}

function findLocal(reference: string, root: JsonSchema): JsonSchema | undefined {
  if (!reference.startsWith('#/')) return undefined
  const target = readPointer(reference.slice(2)).reduce<unknown>((node, step) => isSchema(node) && Object.hasOwn(node, step) ? node[step] : undefined, root)
  return isSchema(target) ? target : undefined
}

function readPointer(pointer: string): readonly string[] {
  const unescape = (text: string) => text.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return pointer.split('/').map(step => unescape(decodeURIComponent(step)))
  }
  catch {
    // A percent sign that escapes nothing: some servers write names as they are.
    return pointer.split('/').map(unescape)
  }
}

function mergeProperties(own: JsonSchema, branches: readonly JsonSchema[]): JsonSchema {
  const names = new Set([own, ...branches].flatMap(Object.keys))
  return Object.fromEntries([...names].map((name) => {
    const given = branches.filter(branch => Object.hasOwn(branch, name)).map(branch => branch[name])
    // Branches that all speak of a property narrow what the root says of it.
    const everywhere = given.length === branches.length && given.length > 0
    return [name, joinSchemas(Object.hasOwn(own, name) && !everywhere ? [own[name], ...given] : given)]
  }))
}

function joinSchemas(schemas: readonly unknown[]): unknown {
  const different = [...new Map(schemas.map(schema => [JSON.stringify(schema), schema])).values()]
  return different.length === 1 ? different[0] : { anyOf: different }
}

function requiredOf(keyword: Union, branches: readonly JsonSchema[]): readonly string[] {
  const lists = branches.map(readRequired)
  if (keyword === 'allOf') return lists.flat()
  return (lists[0] ?? []).filter(name => lists.every(list => list.includes(name)))
}

/** What the folded object no longer says goes into words. */
function describeChoice(keyword: Union, branches: readonly JsonSchema[], description: unknown): { description?: string } {
  const choices = branches.map(describeBranch).filter(text => text !== '')
  if (keyword === 'allOf' || choices.length < 2) return {}
  const rule = `Give ${keyword === 'oneOf' ? 'exactly' : 'at least'} one of: ${choices.join('; ')}.`
  return { description: [description, rule].filter(text => typeof text === 'string' && text !== '').join(' ') }
}

function describeBranch(branch: JsonSchema): string {
  const properties = isSchema(branch.properties) ? branch.properties : {}
  const names = readRequired(branch).map((name) => {
    const property = properties[name]
    return isSchema(property) && property.const !== undefined ? `${name} = ${JSON.stringify(property.const)}` : name
  })
  const about = branch.title ?? branch.description
  return [typeof about === 'string' ? about : '', names.join(' + ')].filter(text => text !== '').join(': ')
}

function readRequired({ required }: JsonSchema): readonly string[] {
  return Array.isArray(required) ? required.filter(name => typeof name === 'string') : []
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
