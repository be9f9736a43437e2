import type { JsonSchema } from '#shared/tool'
import { cutText } from '#shared/cut-text'
import { readReferenceName } from './find-recursion'
import { joinDescription } from './describe-keyword'
import { printShort } from './print-short'
import { isSchema, MAX_DEPTH, omit, readRequired, readSchemas, readTypes } from './schema-node'

const UNIONS = ['allOf', 'anyOf', 'oneOf'] as const
type Union = typeof UNIONS[number]

export interface Folded {
  readonly schema: JsonSchema
  /** The keywords that were folded away. */
  readonly keywords: readonly Union[]
}

/** What a node refers to. */
export interface Definitions {
  readonly root: JsonSchema
  readonly definitions: ReadonlyMap<string, JsonSchema>
  /** Names that may not be written out, because they would come again in what they stand for. */
  readonly recursive?: ReadonlySet<string>
}

/** Unions of unions of references can stand for more branches than there is memory: beyond this many, one is left out. */
const MAX_BRANCHES = 1_000

interface Fold extends Definitions {
  readonly keywords: Set<Union>
  branchesLeft: number
}

/**
 * One object from a union or a reference: the properties of all branches together, a property with different schemas as
 * a union of its own. Required stays what holds in every case: all of `allOf`, the intersection otherwise.
 */
export function foldUnions(node: JsonSchema, known: Definitions): Folded {
  const fold: Fold = { ...known, keywords: new Set(), branchesLeft: MAX_BRANCHES }
  if (!UNIONS.some(union => union in node) && node.$ref === undefined) return { schema: node, keywords: [] }
  const schema = foldNode(node, fold, new Set())
  return { schema, keywords: UNIONS.filter(union => fold.keywords.has(union)) }
}

/** `seen`: references on the way here. One that leads back to itself adds nothing. */
function foldNode(node: JsonSchema, fold: Fold, seen: ReadonlySet<string>): JsonSchema {
  if (typeof node.$ref === 'string') return foldReference(node, fold, seen)
  const union = UNIONS.find(keyword => Array.isArray(node[keyword]))
  if (!union) return node
  fold.keywords.add(union)
  const rest = omit(node, [union])
  const branches = readSchemas(node[union])
    .filter(() => fold.branchesLeft-- > 0)
    .map(branch => foldNode(branch, fold, seen))
    .filter(branch => union === 'allOf' || mayBeObject(branch))
  return foldNode(joinBranches(rest, branches, union), fold, seen)
}

function foldReference(node: JsonSchema, fold: Fold, seen: ReadonlySet<string>): JsonSchema {
  const reference = String(node.$ref)
  const siblings = omit(node, ['$ref'])
  const isUseless = seen.has(reference) || seen.size >= MAX_DEPTH
  const target = isUseless ? undefined : findTarget(reference, fold)
  if (!target) return foldNode(siblings, fold, seen)
  return foldNode(applyReference(target, siblings), fold, new Set([...seen, reference]))
}

export function findTarget(reference: string, { root, definitions, recursive }: Definitions): JsonSchema | undefined {
  const name = readReferenceName(reference)
  if (recursive?.has(name)) return undefined
  return name === '#' ? root : definitions.get(name)
}

/** A referred schema with what stands beside the reference: the nearer word wins, but structure adds to structure. */
export function applyReference(target: JsonSchema, siblings: JsonSchema): JsonSchema {
  const addsStructure = ['properties', 'required', '$ref', ...UNIONS].some(keyword => keyword in siblings && keyword in target)
  if (!addsStructure) return { ...target, ...siblings }
  const { title, description } = siblings
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }), allOf: [target, siblings] }
}

function mayBeObject(branch: JsonSchema): boolean {
  const types = readTypes(branch)
  return types.length === 0 || types.includes('object')
}

function joinBranches(rest: JsonSchema, branches: readonly JsonSchema[], union: Union): JsonSchema {
  const own = isSchema(rest.properties) ? rest.properties : {}
  const properties = joinProperties(own, branches.map(({ properties }) => properties).filter(isSchema), { union, count: branches.length })
  const required = [...new Set([...readRequired(rest), ...requiredOf(union, branches)])].filter(name => Object.hasOwn(properties, name))
  const description = joinDescriptions(rest.description, union, branches)
  const isClosed = union !== 'allOf' && branches.length > 0 && branches.every(branch => branch.additionalProperties === false)
  return {
    ...omit(rest, ['required', 'description']),
    ...(description !== '' && { description }),
    properties,
    ...(required.length > 0 && { required }),
    ...(isClosed && rest.additionalProperties === undefined && { additionalProperties: false }),
  }
}

function joinProperties(
  own: JsonSchema, branches: readonly JsonSchema[], { union, count }: { readonly union: Union, readonly count: number },
): JsonSchema {
  const given = new Map<string, unknown[]>(Object.keys(own).map(name => [name, []]))
  for (const branch of branches) {
    for (const [name, schema] of Object.entries(branch)) {
      const schemas = given.get(name) ?? []
      schemas.push(schema)
      given.set(name, schemas)
    }
  }
  return Object.fromEntries([...given].map(([name, schemas]) => {
    const isOwn = Object.hasOwn(own, name)
    // Branches that all speak of a property narrow what the root says of it.
    const isNarrowed = union !== 'allOf' && schemas.length === count && schemas.length > 0
    return [name, joinSchemas(isOwn && !isNarrowed ? [own[name], ...schemas] : schemas, union)]
  }))
}

function joinSchemas(schemas: readonly unknown[], union: Union): unknown {
  if (schemas.length === 1) return schemas[0]
  const different = [...new Map([...new Set(schemas)].map(schema => [JSON.stringify(schema), schema])).values()]
  if (different.length === 1) return different[0]
  return union === 'allOf' ? { allOf: different } : { anyOf: different }
}

function requiredOf(union: Union, branches: readonly JsonSchema[]): readonly string[] {
  const lists = branches.map(readRequired)
  if (union === 'allOf') return lists.flat()
  const counts = new Map<string, number>()
  for (const name of lists.flatMap(list => [...new Set(list)])) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].filter(([, count]) => count === lists.length).map(([name]) => name)
}

/** What the folded object no longer says goes into words. */
function joinDescriptions(description: unknown, union: Union, branches: readonly JsonSchema[]): string {
  const choices = branches.map(describeBranch).filter(text => text !== '')
  const rule = union === 'allOf'
    || choices.length < 2
    ? ''
    : `Give ${union === 'oneOf' ? 'exactly' : 'at least'} one of: ${choices.join('; ')}.`
  // A description that only a branch of `allOf` holds is that of the whole.
  const own = typeof description === 'string'
    || union !== 'allOf'
    ? description
    : branches.find(branch => typeof branch.description === 'string')?.description
  return [joinDescription(own, []), rule].filter(text => text !== '').join(' ')
}

const MAX_TITLE = 200

function describeBranch(branch: JsonSchema): string {
  const properties = isSchema(branch.properties) ? branch.properties : {}
  const names = readRequired(branch).map((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    return isSchema(property) && property.const !== undefined ? `${name} = ${printShort(property.const)}` : name
  })
  const about = branch.title ?? branch.description
  return [typeof about === 'string' ? cutText(about, MAX_TITLE) : '', names.join(' + ')].filter(text => text !== '').join(': ')
}

/** Branches that only say what must be given beside what: words say it as well as a union. */
export function holdsOnlyRequired(branches: readonly JsonSchema[]): boolean {
  return branches.length > 0
    && branches.every(branch => Object.keys(branch).every(keyword => ['required', 'type', 'title', 'description', 'not'].includes(keyword))
      && 'required' in branch)
}
