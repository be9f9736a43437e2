import type { JsonSchema } from '#shared/tool'
import { joinDescription } from './describe-keyword'
import { emitKeywords } from './emit-keywords'
import { readReferenceName } from './find-recursion'
import { applyReference, findTarget, foldUnions } from './fold-root-union'
import type { NormalSchema } from './normalise-schema'
import { completeNode, emitOpen } from './open-schemas'
import type { PropertyNames } from './property-names'
import { renameProperties } from './rename-properties'
import { rewriteUnions } from './rewrite-unions'
import { rewriteValues } from './rewrite-values'
import { asNode, describe, note, refuse, replace, type Draft, type DraftPlace, type Emission } from './schema-draft'
import type { SchemaDialect } from './schema-dialect'
import { MAX_DEPTH, omit, readTypes } from './schema-node'
import type { Finding } from './schema-walk'

export interface SchemaTranslation {
  /** One object schema as the dialect has it. */
  readonly wire: JsonSchema
  readonly findings: readonly Finding[]
  /** Why the dialect cannot express it; empty when it can. */
  readonly refusals: readonly Finding[]
  /** Present when properties go by other names on the wire. */
  readonly propertyNames?: PropertyNames
  readonly optionalProperties: number
  readonly unionProperties: number
}

const AT_ROOT: DraftPlace = { path: '', depth: 0, objects: 0, scope: '#', isOptional: false, inlined: [] }
/** A translation may grow by this much. */
const GROWTH = { factor: 4, nodes: 500 }
/** Beyond what a source may nest by itself: references written out in place of their names go deeper. */
const MAX_EMITTED_DEPTH = 2 * MAX_DEPTH
/** A recursive reference is written out this many times within itself. */
const MAX_UNROLLED = 2

/** A tool's schema in one vendor's words. Pure; linear in the size of the schema. */
export function translateSchema(given: NormalSchema, dialect: SchemaDialect): SchemaTranslation {
  const { normal, propertyNames } = renameProperties(given, dialect.propertyNames)
  // The root itself may lead back to itself: it is folded once.
  const folded = foldUnions(normal.root, { root: normal.root, definitions: normal.definitions })
  const emission: Emission = {
    normal, root: folded.schema, dialect, findings: new Map(), refusals: [], wanted: new Set(), nodesLeft: GROWTH.factor * normal.nodes
      + GROWTH.nodes,
    ...(propertyNames && { propertyNames }), counts: { properties: 0, optional: 0, unions: 0, enumValues: 0 },
  }
  for (const finding of normal.findings) note(emission, finding)
  for (const keyword of folded.keywords) {
    note(emission, {
      path: '', keyword, action: 'rewritten', reason: 'A union at the root is refused; its branches were folded into one object.',
    })
  }
  const root = emitRoot(emission)
  const $defs = emitDefinitions(emission)
  checkLimits(emission)
  return {
    wire: { ...root, ...($defs && { $defs }) },
    findings: [...emission.findings.values()],
    refusals: emission.refusals,
    ...(propertyNames && { propertyNames }),
    optionalProperties: emission.counts.optional,
    unionProperties: emission.counts.unions,
  }
}

/** What vendors refuse at the root, and with it the whole request; the first three are what folding could not resolve. */
const REFUSED_AT_ROOT = ['anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not']

function emitRoot(emission: Emission): JsonSchema {
  const draft: Draft = { keywords: new Map(Object.entries(omit(emission.root, ['$ref']))), descriptions: [], place: AT_ROOT, emission }
  if (readTypes(emission.root).length > 1) {
    note(emission, { path: '', keyword: 'type', action: 'rewritten', reason: 'Arguments are always one object.' })
  }
  for (const keyword of REFUSED_AT_ROOT) {
    if (draft.keywords.has(keyword)) describe(draft, keyword, 'At the root it is refused; arguments are still checked against it.')
  }
  const { type: _type, ...rest } = asNode(draft)
  const said = joinDescription(rest.description, draft.descriptions)
  const wire = emitNode({ type: 'object', properties: {}, ...rest, ...(said !== '' && { description: said }) }, AT_ROOT, emission)
  return { type: 'object', ...wire, properties: wire.properties ?? {} }
}

/** A definition may refer to others: the set grows while it is read. They stay in the order of the original. */
function emitDefinitions(emission: Emission): JsonSchema | undefined {
  const { normal, wanted } = emission
  const emitted = new Map<string, JsonSchema>()
  for (const name of wanted) {
    const definition = normal.definitions.get(name)
    if (definition) emitted.set(name, emitNode(definition, { ...AT_ROOT, scope: name }, emission))
  }
  const names = [...normal.definitions.keys()].filter(name => emitted.has(name))
  return names.length > 0 ? Object.fromEntries(names.map(name => [name, emitted.get(name)])) : undefined
}

function checkLimits({ dialect: { limits }, counts, refusals }: Emission): void {
  if (!limits) return
  if (counts.properties > limits.properties) {
    refusals.push({ path: '', keyword: 'properties', action: 'left-out', reason: `It has more than ${limits.properties} properties.` })
  }
  if (counts.enumValues > limits.enumValues) {
    refusals.push({ path: '', keyword: 'enum', action: 'left-out', reason: `It lists more than ${limits.enumValues} values.` })
  }
}

function emitNode(node: JsonSchema, outer: DraftPlace, emission: Emission): JsonSchema {
  const place = { ...outer, path: emission.normal.pathOf(node) ?? outer.path }
  const draft: Draft = { keywords: new Map(Object.entries(node)), descriptions: [], place, emission }
  emission.nodesLeft -= 1
  if (place.depth > MAX_EMITTED_DEPTH || emission.nodesLeft < 0) return cut(draft, 'anything')
  if (draft.keywords.has('$ref')) return emitReference(draft)
  rewriteUnions(draft)
  // Merging may have brought a reference to light.
  if (draft.keywords.has('$ref')) return emitReference(draft)
  rewriteValues(draft)
  const open = emitOpen(draft)
  if (open) return open
  return completeNode(draft, emitKeywords(draft, emitNode))
}

function emitReference(draft: Draft): JsonSchema {
  const { emission, place, keywords } = draft
  const { references, recursion } = emission.dialect
  const reference = String(keywords.get('$ref'))
  const name = readReferenceName(reference)
  if (references === 'inline') return emitInline(draft, name)
  const { recursive, knots } = emission.normal
  if (recursion === 'refuse' && recursive.has(name)) refuse(emission, place.path, ['$ref', `"${name}" leads back to itself.`])
  if (recursion === 'optional' && knots.has(name) && knots.has(place.scope) && !place.isOptional) return cut(draft, name)
  emission.wanted.add(name)
  const siblings = omit(asNode(draft), ['$ref'])
  if (Object.keys(siblings).length === 0) return { $ref: reference }
  if (references === 'sole') {
    note(emission, {
      path: place.path,
      keyword: '$ref',
      action: 'removed',
      reason: `Beside a reference nothing may stand: ${Object.keys(siblings).join(', ')}.`,
    })
    return { $ref: reference }
  }
  if (references === 'wrap') {
    // With a union already there, the reference is the stronger of the two.
    if (keywords.has('anyOf')) describe(draft, 'anyOf')
    keywords.delete('$ref')
    keywords.set('anyOf', [{ $ref: reference }])
    return emitRest(draft)
  }
  keywords.delete('$ref')
  return { $ref: reference, ...emitRest(draft, true) }
}

/** What is left of a node when its reference was dealt with. */
function emitRest(draft: Draft, isBesideReference = false): JsonSchema {
  rewriteUnions(draft)
  rewriteValues(draft)
  const wire = emitKeywords(draft, emitNode)
  return isBesideReference ? wire : completeNode(draft, wire)
}

function emitInline(draft: Draft, name: string): JsonSchema {
  const { emission, place, keywords } = draft
  const target = findTarget(String(keywords.get('$ref')), { root: emission.root, definitions: emission.normal.definitions })
  const depth = place.inlined.filter(other => other === name).length
  if (!target || depth >= MAX_UNROLLED) return cut(draft, name)
  const joined = applyReference(target, omit(asNode(draft), ['$ref']))
  return emitNode(
    joined,
    { ...place, path: emission.normal.pathOf(target) ?? place.path, depth: place.depth + 1, inlined: [...place.inlined, name] },
    emission,
  )
}

/** Ends a schema that goes on without end: anything is taken from here on, and checked when the call comes. */
function cut(draft: Draft, name: string): JsonSchema {
  const { emission, place, keywords } = draft
  const what = name === '#' ? 'the same object again' : name === 'anything' ? 'anything' : `another ${name}, as described before`
  note(emission, {
    path: place.path, keyword: '$ref', action: 'rewritten', reason: 'The provider takes no schema without end; it was cut here.',
  })
  const description = keywords.get('description')
  replace(draft, typeof description === 'string' ? { description } : {})
  draft.descriptions.push(what)
  return emitOpen(draft) ?? { ...(asNode(draft)), description: joinDescription(description, draft.descriptions) }
}
