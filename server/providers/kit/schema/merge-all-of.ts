import type { JsonSchema } from '#shared/tool'
import { foldUnions, findTarget, type Definitions } from './fold-root-union'
import { omit, readSchemas } from './schema-node'

const ABOUT = ['title', 'description', 'default', 'examples']

/**
 * A node whose `allOf` is merged into it, for vendors that do not know the keyword: objects become one object, and
 * schemas that speak of different things one schema. Absent when two of them speak of the same thing differently.
 */
export function mergeAllOf(node: JsonSchema, known: Definitions): JsonSchema | undefined {
  const rest = omit(node, ['allOf'])
  const branches = readSchemas(node.allOf)
  const [only] = branches
  if (branches.length === 1 && only) return mergeTwo(only, rest)
  const resolved = branches.map(branch => resolve(branch, known))
  if (resolved.some(branch => branch === undefined)) return undefined
  const whole = resolved.filter(branch => branch !== undefined)
  if (whole.every(isObject)) return foldObjects({ ...rest, allOf: whole }, known)
  return whole.reduce<JsonSchema | undefined>((merged, branch) => merged && mergeTwo(branch, merged), rest)
}

/** Only names can be merged that say what they stand for; one that leads back here never ends. */
function resolve(branch: JsonSchema, known: Definitions): JsonSchema | undefined {
  if (typeof branch.$ref !== 'string') return branch
  const target = findTarget(branch.$ref, known)
  return target && target.$ref === undefined && target.allOf === undefined ? { ...target, ...omit(branch, ['$ref']) } : undefined
}

function isObject(branch: JsonSchema): boolean {
  return branch.type === 'object' || 'properties' in branch || 'required' in branch
}

/** Other unions stay: only `allOf` is to be taken apart here. */
function foldObjects(node: JsonSchema, known: Definitions): JsonSchema | undefined {
  const unions = ['anyOf', 'oneOf', '$ref']
  if (readSchemas(node.allOf).some(branch => unions.some(keyword => keyword in branch))) return undefined
  const kept = Object.fromEntries(unions.filter(keyword => keyword in node).map(keyword => [keyword, node[keyword]]))
  const { schema } = foldUnions(omit(node, unions), known)
  return { type: 'object', ...schema, ...kept }
}

function mergeTwo(branch: JsonSchema, rest: JsonSchema): JsonSchema | undefined {
  const clashes = Object.keys(branch).some(keyword => keyword in rest
    && !ABOUT.includes(keyword)
    && JSON.stringify(branch[keyword]) !== JSON.stringify(rest[keyword]))
  return clashes ? undefined : { ...branch, ...rest }
}
