import type { JsonSchema } from '#shared/tool'
import type { PropertyNames } from '../schema/property-names'
import { isSchema, MAX_DEPTH, readRequired, readTypes } from '../schema/schema-node'
import { createReferenceFinder, type FindReference } from '../schema/schema-references'
import { findLostNumber } from '../exact-json'
import { findArgumentError, findSizeError } from './argument-errors'

/** What a translation did to the arguments of a tool, and is undone before they are validated. */
export interface ArgumentRules {
  /** The tool's own schema, as its source wrote it. */
  readonly schema: JsonSchema
  /** Strict mode says null for "not given". */
  readonly dropsNulls?: boolean
  /** Objects without known fields came as JSON text. */
  readonly readsText?: boolean
  readonly propertyNames?: PropertyNames
}

/**
 * Removes the nulls that strict mode put in for "not given": only those of optional properties whose own schema does not
 * allow null. Nothing else is touched, and the value itself never edited.
 */
export function dropInjectedNulls(schema: JsonSchema, value: unknown): unknown {
  return createArgumentReader({ schema, dropsNulls: true })(value)
}

/** How many schemas a value is compared with at once: unions of unions would multiply. */
const MAX_CANDIDATES = 64

interface Reader extends ArgumentRules {
  readonly find: FindReference
  /** Whether the tool's own names become those of the wire, and not the other way round. */
  readonly writes?: boolean
}

export function createArgumentReader(rules: ArgumentRules): (value: unknown) => unknown {
  const reader: Reader = { ...rules, find: createReferenceFinder(rules.schema) }
  return value => readValue(value, [rules.schema], reader, 0)
}

/** The other way: arguments as the tool wants them, by the names that its properties bear on the wire. */
export function createArgumentWriter(rules: Pick<ArgumentRules, 'schema' | 'propertyNames'>): (value: unknown) => unknown {
  const writer: Reader = { ...rules, find: createReferenceFinder(rules.schema), writes: true }
  return value => readValue(value, [rules.schema], writer, 0)
}

/** `schemas`: all that may speak of this value. Deeper than any schema reaches, a value stays as it is. */
function readValue(value: unknown, schemas: readonly unknown[], reader: Reader, depth: number): unknown {
  if (depth > MAX_DEPTH || schemas.length === 0) return value
  const candidates = expand(schemas, reader)
  const given = reader.readsText ? readText(value, candidates) : value
  if (Array.isArray(given)) {
    return given.map((item: unknown, index) => readValue(item, candidates.flatMap(schema => itemSchemas(schema, index)), reader, depth + 1))
  }
  if (typeof given !== 'object' || given === null) return given
  const entries = Object.entries(given).flatMap(([key, entry]) => {
    const renamed = rename(key, given, { candidates, reader })
    const name = reader.writes ? key : renamed
    const found = candidates.flatMap(schema => propertySchemas(schema, name))
    if (entry === null && reader.dropsNulls && isInjected(name, { found, candidates, reader })) return []
    return [[renamed, readValue(entry, found, reader, depth + 1)] as const]
  })
  return Object.fromEntries(entries)
}

/** References followed, unions taken apart. */
function expand(schemas: readonly unknown[], reader: Reader): readonly JsonSchema[] {
  const found = new Set<JsonSchema>()
  const pending = [...schemas].reverse()
  const root = { node: reader.schema, path: '' }
  while (pending.length > 0 && found.size < MAX_CANDIDATES) {
    const schema = pending.pop()
    if (!isSchema(schema) || found.has(schema)) continue
    found.add(schema)
    if (typeof schema.$ref === 'string') pending.push(reader.find(schema.$ref, root)?.node)
    const branches = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(union => Array.isArray(union) ? union.slice(0, MAX_CANDIDATES) : [])
    pending.push(...branches.reverse())
  }
  return [...found]
}

function itemSchemas({ items, prefixItems, additionalItems }: JsonSchema, index: number): readonly unknown[] {
  const tuple: unknown = Array.isArray(items) ? items : prefixItems
  if (Array.isArray(tuple) && index < tuple.length) return [tuple[index]]
  const rest = Array.isArray(items) ? additionalItems : items
  return rest === undefined ? [] : [rest]
}

function propertySchemas({ properties, additionalProperties }: JsonSchema, name: string): readonly unknown[] {
  if (isSchema(properties) && Object.hasOwn(properties, name)) return [properties[name]]
  return isSchema(additionalProperties) ? [additionalProperties] : []
}

/** A name is only mapped where the schema has such a property, and where nothing is lost: an open object may hold any word by itself. */
function rename(key: string, given: object, { candidates, reader }: Pick<Property, 'candidates' | 'reader'>): string {
  const { propertyNames, schema, writes } = reader
  if (!propertyNames) return key
  const mapped = writes ? propertyNames.toWire(key) : propertyNames.fromWire(key)
  const name = writes ? key : mapped
  const isProperty = propertyNames.scope === 'root'
    ? candidates.includes(schema)
    : candidates.some(({ properties }) => isSchema(properties) && Object.hasOwn(properties, name))
  return isProperty && (mapped === key || !Object.hasOwn(given, mapped)) ? mapped : key
}

interface Property {
  /** What is said of the property. */
  readonly found: readonly unknown[]
  /** What is said of the object around it. */
  readonly candidates: readonly JsonSchema[]
  readonly reader: Reader
}

function isInjected(name: string, { found, candidates, reader }: Property): boolean {
  const speaking = candidates.filter(({ properties }) => isSchema(properties) && Object.hasOwn(properties, name))
  if (speaking.length === 0 || found.some(schema => allowsNull(schema, reader, 0))) return false
  const isRequired = candidates.filter(schema => (
    'properties' in schema || 'required' in schema
  )).every(schema => readRequired(schema).includes(
    name,
  ))
  return !isRequired
}

/** Whether the schema itself takes null. One that is not understood is taken to: nothing is dropped by mistake. */
function allowsNull(schema: unknown, reader: Reader, depth: number): boolean {
  if (!isSchema(schema) || depth > MAX_DEPTH) return schema !== false
  if (schema.nullable === true) return true
  const types = readTypes(schema)
  if (types.length > 0 && !types.includes('null')) return false
  if ('const' in schema && schema.const !== null) return false
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) return false
  const inside = (entry: unknown) => allowsNull(entry, reader, depth + 1)
  if (typeof schema.$ref === 'string' && !inside(reader.find(schema.$ref, { node: reader.schema, path: '' })?.node)) return false
  const unions = [schema.anyOf, schema.oneOf].filter(Array.isArray)
  const all: readonly unknown[] = Array.isArray(schema.allOf) ? schema.allOf : []
  return unions.every(union => union.some(inside)) && all.every(inside)
}

/** Text in the place of an object: only where the tool wants an object or a list, and no text. */
function readText(value: unknown, candidates: readonly JsonSchema[]): unknown {
  const types = new Set(candidates.flatMap(readTypes))
  const wantsText = types.size === 0
    || types.has('string')
    || candidates.some(({ type, enum: values, $ref, anyOf, oneOf, allOf }) => type === undefined
      && values === undefined
      && !$ref
      && !anyOf
      && !oneOf
      && !allOf)
  if (typeof value !== 'string' || wantsText || !(types.has('object') || types.has('array')) || findSizeError(value)) return value
  try {
    const read: unknown = JSON.parse(value)
    const isUsable = typeof read === 'object' && read !== null && !findArgumentError(read) && findLostNumber(value) === undefined
    return isUsable ? read : value
  }
  catch {
    // Not JSON, or not usable: the validation of the arguments says so, with the path.
    return value
  }
}
