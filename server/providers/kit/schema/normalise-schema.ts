import type { JsonSchema } from '#shared/tool'
import { findKnots, findRecursion, readReferenceName } from './find-recursion'
import { finishNode } from './normalise-node'
import { readKeyword } from './normalise-keyword'
import { isSchema, KEYWORD_KINDS, MAX_DEPTH, omit, SILENT_KEYWORDS, TYPES } from './schema-node'
import { createReferenceFinder } from './schema-references'
import { reportSpelling, type Finding, type Walk, type WalkPlace } from './schema-walk'

/**
 * A tool's schema in one spelling, JSON Schema 2020-12, whatever draft it was written in: keywords in their right shape,
 * references only to `#` or by name, no `$defs` inside, no boolean schemas but `false` behind `items` and its like.
 */
export interface NormalSchema {
  readonly root: JsonSchema
  /** What is referred to, by name. */
  readonly definitions: ReadonlyMap<string, JsonSchema>
  /** Names that lead back to themselves; `#` is the root. */
  readonly recursive: ReadonlySet<string>
  /** Those of them that do so without a property between, which could be left out to end it. */
  readonly knots: ReadonlySet<string>
  readonly findings: readonly Finding[]
  /** How many schemas it is made of. */
  readonly nodes: number
  /** Where a node stood in the original: a JSON Pointer. */
  pathOf(node: JsonSchema): string | undefined
}

/** Or why the schema cannot be used by anybody. */
export type NormalResult = { readonly ok: true, readonly schema: NormalSchema } | {
  readonly ok: false
  readonly reason: string
  readonly finding: Finding
}

export function normaliseSchema(root: JsonSchema): NormalResult {
  const falseRoot = findFalseRoot(root)
  if (falseRoot) return { ok: false, reason: falseRoot.reason, finding: falseRoot }
  const walk: Walk = {
    findReference: createReferenceFinder(
      root,
    ), names: new Map(), counts: new Map(), pending: [], findings: [], origins: new WeakMap(), nodes: 0, visit: normaliseAny,
  }
  const rootPlace = { node: root, path: '' }
  const normalRoot = normaliseNode(root, { path: '', depth: 0, resource: rootPlace }, walk)
  const definitions = new Map<string, JsonSchema>()
  // A definition may ask for more of them: the list grows while it is read.
  for (const { name, place, resource } of walk.pending) {
    definitions.set(name, normaliseAny(place.node, { path: place.path, depth: 0, resource }, walk) ?? {})
  }
  breakAliases(definitions, walk)
  if (walk.outside) return { ok: false, reason: walk.outside.reason, finding: walk.outside }
  const { findings, origins } = walk
  const recursive = findRecursion(normalRoot, definitions)
  const knots = recursive.size > 0 ? findKnots(normalRoot, definitions) : recursive
  return {
    ok: true, schema: { root: normalRoot, definitions, recursive, knots, findings, nodes: walk.nodes, pathOf: node => origins.get(node) },
  }
}

/** Arguments are always one object. A root that says nothing of its type is taken for one. */
function findFalseRoot({ type }: JsonSchema): Finding | undefined {
  const names = [type].flat().filter(name => typeof name === 'string').map(name => name.toLowerCase()).filter(name => TYPES.has(name))
  if (names.length === 0 || names.includes('object')) return undefined
  return {
    path: '',
    keyword: 'type',
    action: 'left-out',
    reason: 'The arguments of a tool are one object, but this schema asks for something else.',
  }
}

/** A name that stands for another, and that for the first again, stands for nothing: anything is allowed. */
function breakAliases(definitions: Map<string, JsonSchema>, walk: Walk): void {
  const isSettled = new Set<string>()
  for (const start of definitions.keys()) {
    const seen = new Set<string>()
    let name: string | undefined = start
    while (name !== undefined && !seen.has(name) && !isSettled.has(name)) {
      seen.add(name)
      const reference: unknown = definitions.get(name)?.$ref
      name = typeof reference === 'string' && reference !== '#' ? readReferenceName(reference) : undefined
    }
    if (name !== undefined && seen.has(name)) {
      const node = definitions.get(name) ?? {}
      const path = walk.origins.get(node) ?? ''
      walk.findings.push({
        path, keyword: '$ref', action: 'removed', reason: 'It refers to nothing but itself; anything is allowed there.',
      })
      definitions.set(name, remember(omit(node, ['$ref']), path, walk))
    }
    for (const settled of seen) isSettled.add(settled)
  }
}

/** A schema, or `true` as the empty one. `false` allows nothing. Anything else is not a schema. */
function normaliseAny(value: unknown, place: WalkPlace, walk: Walk): JsonSchema | undefined {
  if (value === true) return remember({}, place.path, walk)
  if (value === false) return remember({ not: {} }, place.path, walk)
  return isSchema(value) ? normaliseNode(value, place, walk) : undefined
}

function normaliseNode(node: JsonSchema, place: WalkPlace, walk: Walk): JsonSchema {
  const { path, depth } = place
  if (depth > MAX_DEPTH) {
    walk.findings.push({
      path,
      keyword: 'depth',
      action: 'removed',
      reason: `Schemas more than ${MAX_DEPTH} deep inside one another are cut: anything is allowed from here on.`,
    })
    return remember({}, path, walk)
  }
  const isResource = typeof node.$id === 'string' && !node.$id.startsWith('#')
  const here = isResource ? { ...place, resource: { node, path } } : place
  const kept: [string, unknown][] = []
  for (const [keyword, value] of Object.entries(node)) {
    if (keyword === 'definitions') walk.findings.push(reportSpelling(path, keyword))
    if (isSilent(keyword, value)) continue
    const read = readKeyword({ keyword, value, node }, here, walk)
    if (read) kept.push(...read)
    else walk.findings.push({ path, keyword, action: 'removed', reason: 'Its value is not one that JSON Schema knows here.' })
  }
  return remember(finishNode(Object.fromEntries(kept), { path, node, findings: walk.findings }), path, walk)
}

function isSilent(keyword: string, value: unknown): boolean {
  // Extensions speak to others; a vendor that checks its input refuses them.
  return keyword.startsWith('x-') || SILENT_KEYWORDS.has(keyword) || (value === undefined && !KEYWORD_KINDS.has(keyword))
}

function remember(node: JsonSchema, path: string, walk: Walk): JsonSchema {
  walk.origins.set(node, path)
  walk.nodes += 1
  return node
}
