import type { JsonSchema } from '#shared/tool'
import { isDeeperThan, isSchema, KEYWORD_KINDS, MAX_DEPTH, toPointerStep, TYPES, type KeywordKind } from './schema-node'
import type { SchemaPlace } from './schema-references'
import { reportSpelling, type Walk, type WalkPlace } from './schema-walk'

type Entries = readonly (readonly [string, unknown])[]
interface Found { readonly keyword: string, readonly value: unknown, readonly node: JsonSchema }

/** `false` has a meaning of its own behind these, which vendors know. */
const MAY_BE_FALSE: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties'])
const REFERENCES: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef'])

/** What a keyword and its value become; absent when the value makes no sense there. */
export function readKeyword(found: Found, place: WalkPlace, walk: Walk): [string, unknown][] | undefined {
  const special = readSpecial(found, place, walk)
  const entries = special === 'senseless' ? undefined : special ?? readKind(found, place, walk)
  if (entries && isRespelled(found, entries)) walk.findings.push(reportSpelling(place.path, found.keyword))
  return entries && entries.map(([keyword, value]) => [keyword, value])
}

/** Whether the keyword became another, or a switch a number, or a type another word. */
function isRespelled({ keyword, value }: Found, entries: Entries): boolean {
  const own = entries.find(([name]) => name === keyword)
  if (!own) return entries.length > 0
  return (typeof value === 'boolean' && typeof own[1] === 'number')
    || (keyword === 'type' && JSON.stringify([own[1]].flat()) !== JSON.stringify([value].flat()))
}

/** Keywords of older drafts and dialects, and those that are more than their value; absent for the others. */
function readSpecial({ keyword, value, node }: Found, place: WalkPlace, walk: Walk): Entries | 'senseless' | undefined {
  if (REFERENCES.has(keyword)) return typeof value === 'string' ? readReference(value, place, walk) : 'senseless'
  switch (keyword) {
    case 'type':
      return readType(value) ?? 'senseless'
    case 'items':
      return Array.isArray(value) ? toEntry('prefixItems', readList(value, descend(place, keyword, 0), walk)) ?? [] : undefined
    case 'additionalItems':
      // Only beside a tuple does it say anything.
      return Array.isArray(node.items) ? readKind({ keyword: 'items', value, node }, descend(place, keyword, 0), walk) ?? [] : []
    case 'dependencies':
      return isSchema(value) ? readDependencies(value, descend(place, keyword, 0), walk) : 'senseless'
    case 'properties':
      return isSchema(value) ? [[keyword, readMap(withoutFalse(value, place, walk), descend(place, keyword, 0), walk)]] : undefined
    case 'required':
      // Drafts before the fourth wrote it on the property itself: the object around it reads it there.
      return typeof value === 'boolean' ? [] : undefined
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return typeof value === 'boolean' ? readBooleanBound(keyword, value, node) : undefined
    case 'nullable':
      return []
    case 'example':
      return 'examples' in node || isDeeperThan(value, MAX_DEPTH) ? [] : [['examples', [value]]]
    default:
      return undefined
  }
}

function readKind({ keyword, value }: Found, place: WalkPlace, walk: Walk): Entries | undefined {
  const kind = KEYWORD_KINDS.get(keyword)
  // Not a keyword of JSON Schema: vendors that take everything take it, and it must not break them.
  if (kind === undefined) return isDeeperThan(value, MAX_DEPTH) ? undefined : [[keyword, value]]
  if (kind === 'schema') {
    if (value === false && MAY_BE_FALSE.has(keyword)) return [[keyword, false]]
    // Vendors know this one word; the empty schema that it stands for, not all of them.
    if (value === true && keyword === 'additionalProperties') return [[keyword, true]]
    const schema = walk.visit(value, descend(place, keyword), walk)
    return schema && [[keyword, schema]]
  }
  if (kind === 'schema-list') {
    const list = withoutDeadBranches(keyword, value)
    return Array.isArray(list) ? toEntry(keyword, readList(list, descend(place, keyword, 0), walk)) : undefined
  }
  if (kind === 'schema-map') return isSchema(value) ? [[keyword, readMap(value, descend(place, keyword, 0), walk)]] : undefined
  return FITS[kind](value) ? [[keyword, kind === 'names' || keyword === 'enum' ? unique(value) : value]] : undefined
}

type DataKind = Exclude<KeywordKind, 'schema' | 'schema-list' | 'schema-map'>
const FITS: Readonly<Record<DataKind, (value: unknown) => boolean>> = {
  'count': value => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
  'number': value => typeof value === 'number' && Number.isFinite(value),
  'positive': value => typeof value === 'number' && Number.isFinite(value) && value > 0,
  'string': value => typeof value === 'string',
  'pattern': value => typeof value === 'string' && isPattern(value),
  'boolean': value => typeof value === 'boolean',
  'names': isNames,
  'names-map': value => isSchema(value) && Object.values(value).every(isNames),
  'list': value => Array.isArray(value) && value.length > 0 && !isDeeperThan(value, MAX_DEPTH),
  'data': value => value !== undefined && !isDeeperThan(value, MAX_DEPTH),
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every(name => typeof name === 'string')
}

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'))
  }
  catch {
    // Patterns of other languages, such as `(?i)`, are no patterns here.
    return false
  }
}

/** Twice the same in a list that must not hold it twice; data is compared by its text. */
function unique(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return [...new Map(value.map((entry: unknown) => [typeof entry === 'object' ? JSON.stringify(entry) : entry, entry])).values()]
}

function readType(value: unknown): Entries | undefined {
  const names = [...new Set([value].flat().map(name => typeof name === 'string' ? name.toLowerCase() : ''))].filter(name => TYPES.has(name))
  if (names.length === 0) return undefined
  return [['type', names.length === 1 ? names[0] : names]]
}

function readReference(reference: string, { path, resource }: WalkPlace, walk: Walk): Entries {
  const place = walk.findReference(reference, resource)
  if (place) return place.path === '' ? [['$ref', '#']] : [['$ref', `#/$defs/${nameReference(place, resource, walk)}`]]
  const isOutside = !reference.startsWith('#')
  const reason = isOutside
    ? 'It refers to a schema outside the tool, which nobody fetches.'
    : 'It refers to a place that the schema does not have; anything is allowed there.'
  const finding = { path, keyword: '$ref', action: isOutside ? 'left-out' as const : 'removed' as const, reason }
  if (isOutside) walk.outside ??= finding
  else walk.findings.push(finding)
  return []
}

/** Definitions keep their names as far as these can stand in a reference without escapes. */
function nameReference(place: SchemaPlace, resource: SchemaPlace, walk: Walk): string {
  const known = walk.names.get(place.path)
  if (known !== undefined) return known
  const last = place.path.slice(place.path.lastIndexOf('/') + 1).replaceAll(/[^\w.-]/g, '_') || '_'
  const count = (walk.counts.get(last) ?? 0) + 1
  walk.counts.set(last, count)
  // A dot twice: no name that was only cleaned ends like that by chance and is wanted as well.
  const name = count === 1 ? last : `${last}..${count}`
  walk.names.set(place.path, name)
  walk.pending.push({ name, place, resource })
  return name
}

/** Draft-07 had one keyword for both kinds of dependency. */
function readDependencies(value: JsonSchema, place: WalkPlace, walk: Walk): Entries {
  const entries = Object.entries(value)
  const names = entries.filter(([, entry]) => isNames(entry))
  const schemas = Object.fromEntries(entries.filter(([, entry]) => !Array.isArray(entry)))
  return [
    ...(names.length > 0 ? [['dependentRequired', Object.fromEntries(names)] as const] : []),
    ...(Object.keys(schemas).length > 0 ? [['dependentSchemas', readMap(schemas, place, walk)] as const] : []),
  ]
}

/** Draft-04 wrote "and not the bound itself" as a switch beside the bound. */
function readBooleanBound(keyword: string, isExclusive: boolean, node: JsonSchema): Entries {
  const bound = keyword === 'exclusiveMinimum' ? node.minimum : node.maximum
  return isExclusive && typeof bound === 'number' ? [[keyword, bound]] : []
}

/** `false` allows no value at all, which is the same as no such property. */
function withoutFalse(properties: JsonSchema, { path }: WalkPlace, { findings }: Walk): JsonSchema {
  for (const [name, schema] of Object.entries(properties)) {
    if (schema === false) {
      findings.push({
        path: `${path}/properties/${toPointerStep(name)}`,
        keyword: 'properties',
        action: 'removed',
        reason: 'Nothing fits it, so it can never be given.',
      })
    }
  }
  return Object.fromEntries(Object.entries(properties).filter(([, schema]) => schema !== false))
}

function readMap(map: JsonSchema, place: WalkPlace, walk: Walk): JsonSchema {
  const entries = Object.entries(map).map(([name, entry]) => [name, walk.visit(entry, descend(place, name), walk) ?? {}] as const)
  return Object.fromEntries(entries)
}

function readList(list: readonly unknown[], place: WalkPlace, walk: Walk): readonly JsonSchema[] {
  return list.map((entry, index) => walk.visit(entry, descend(place, String(index)), walk)).filter(schema => schema !== undefined)
}

/** A choice that nothing fits is none. */
function withoutDeadBranches(keyword: string, value: unknown): unknown {
  const isDead = (entry: unknown) => keyword !== 'allOf' && keyword !== 'prefixItems' && entry === false
  // Indexes stay those of the original: a hole is no schema and is passed over.
  return Array.isArray(value) && !value.every(isDead) ? value.map((entry: unknown) => isDead(entry) ? undefined : entry) : value
}

function toEntry(keyword: string, list: readonly JsonSchema[]): Entries | undefined {
  return list.length > 0 ? [[keyword, list]] : undefined
}

/** A keyword whose value is no schema itself does not count as one more level. */
function descend({ path, depth, resource }: WalkPlace, step: string, levels: 0 | 1 = 1): WalkPlace {
  return { path: `${path}/${toPointerStep(step)}`, depth: depth + levels, resource }
}
