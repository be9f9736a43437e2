import type { ToolDefinition } from '#shared/tool'
import { readProperties } from './choose-tools'
import { findValues } from './find-values'
import { readEntities } from './read-entities'
import { isRecord, type DataRecord } from './read-records'
import { findBeside, namesProperty, readProperty, type Property, type ValueRole } from './value-role'
import { splitWords, toStem } from './word-forms'

/** Where values may come from: the wish, the whole request, and what earlier wishes came to. */
export interface ValueSources {
  readonly clause: string
  readonly request: string
  /** Latest first. */
  readonly records: readonly DataRecord[]
  /** The latest text that was made or read; what "it" means when something is to be written. */
  readonly text?: string
}

export type FilledArguments
  /** Several sets: the wish names several things and the tool takes one at a time. */
  = | { readonly kind: 'ready', readonly sets: readonly Readonly<Record<string, unknown>>[], readonly usesEarlier: boolean }
    | { readonly kind: 'missing', readonly properties: readonly string[] }

interface Candidates { readonly values: readonly unknown[], readonly earlier?: boolean }

/** One call for each of these when a wish names several. */
const FAN_OUT_ROLES: readonly ValueRole[] = ['path', 'url', 'place', 'person', 'key']
const MAX_CALLS_AT_ONCE = 8

/** Fills a tool's arguments from what was said, guided by its schema. It never invents a value. */
export function fillArguments(tool: ToolDefinition, sources: ValueSources): FilledArguments {
  const required = new Set(Array.isArray(tool.inputSchema.required) ? tool.inputSchema.required : [])
  const properties = Object.entries(readProperties(tool)).map(([name, schema]) => readProperty(name, schema, required.has(name)))
  const writes = properties.some(property => property.role === 'content')
  const found = properties.map(property => ({ property, candidates: findCandidates(asTarget(property, writes), sources) }))
  const missing = found.filter(({ property, candidates }) => property.required && candidates.values.length === 0)
  if (missing.length > 0) return { kind: 'missing', properties: missing.map(({ property }) => property.name) }
  const base = Object.fromEntries(found
    .filter(({ candidates }) => candidates.values.length > 0)
    .map(({ property, candidates }) => [property.name, candidates.values[0]]))
  const fan = writes ? undefined : found.find(({ property, candidates }) => canFanOut(property, candidates))
  const sets = fan ? fan.candidates.values.slice(0, MAX_CALLS_AT_ONCE).map(value => ({ ...base, [fan.property.name]: value })) : [base]
  return { kind: 'ready', sets, usesEarlier: found.some(({ candidates }) => candidates.earlier) }
}

/** The path of a tool that also takes content is where to write, not what to read. */
function asTarget(property: Property, writes: boolean): Property {
  return writes && property.role === 'path' ? { ...property, role: 'target-path' } : property
}

function canFanOut({ required, type, role }: Property, { values }: Candidates): boolean {
  return required && type !== 'array' && FAN_OUT_ROLES.includes(role) && values.length > 1
}

function findCandidates(property: Property, sources: ValueSources): Candidates {
  const { schema, type, required } = property
  if (schema.const !== undefined) return { values: [schema.const] }
  if (Array.isArray(schema.enum)) return findChoice(property, sources)
  if (type === 'boolean') {
    return namesProperty(sources.clause, property.name)
      ? { values: [!/\b(?:no|not|without|don't)\b/i.test(sources.clause)] }
      : fallback(
          property,
        )
  }
  if (type === 'number' || type === 'integer') return findNumber(property, sources)
  if (type === 'array') return findList(property, sources)
  if (type === 'object') return findObject(property, sources)
  const said = readString(property, sources.clause)
  if (said.length > 0) return { values: said }
  const earlier = findEarlier(property, sources)
  if (earlier) return earlier
  // What the wish itself does not say may stand elsewhere in the request, but only what is needed is looked for there.
  return required && property.role !== 'content' ? orDefault(property, readString(property, sources.request)) : fallback(property)
}

function readString(property: Property, text: string): readonly string[] {
  // A loose guess is good enough for what the tool needs, not for an option.
  if (!property.required && (property.role === 'free' || property.role === 'person') && !namesProperty(text, property.name)) return []
  const beside = property.role === 'free' || property.role === 'title' ? findBeside(text, property.name) : undefined
  return [...beside === undefined ? [] : [beside], ...findValues(property.role, text, readEntities(text))]
}

function fallback({ schema, required }: Property): Candidates {
  return required && schema.default !== undefined ? { values: [schema.default] } : { values: [] }
}

function orDefault(property: Property, values: readonly unknown[]): Candidates {
  return values.length > 0 ? { values } : fallback(property)
}

function findChoice(property: Property, { clause, request }: ValueSources): Candidates {
  const choices: unknown[] = Array.isArray(property.schema.enum) ? property.schema.enum : []
  const beside = findBeside(clause, property.name)?.toLowerCase()
  const named = choices.filter(choice => String(choice).toLowerCase() === beside)
  // "100 EUR to USD": what stands after "to" belongs to the property of that name.
  const elsewhereNamed = findBeside(clause, 'to')?.toLowerCase()
  const said = [
    ...named, ...choices.filter(choice => namesProperty(clause, String(choice)) && String(choice).toLowerCase() !== elsewhereNamed),
  ]
  const elsewhere = choices.filter(choice => property.required && namesProperty(request, String(choice)))
  return orDefault(property, [...said, ...elsewhere, ...choices.length === 1 ? choices : []].slice(0, 1))
}

function findNumber(property: Property, sources: ValueSources): Candidates {
  const earlier = findEarlier(property, sources)
  const { numbers } = readEntities(sources.clause)
  const usable = property.type === 'integer' ? numbers.filter(Number.isInteger) : numbers
  const besideName = readNumberBeside(property.name, sources.clause)
  if (besideName !== undefined) return { values: [besideName] }
  if (property.role === 'key' && usable.length === 0 && earlier) return earlier
  return property.required ? orDefault(property, usable.slice(0, 1)) : { values: [] }
}

/** "limit 5", "5 days". */
function readNumberBeside(name: string, clause: string): number | undefined {
  const word = splitWords(name).map(toStem).at(-1) ?? ''
  const match = new RegExp(String.raw`\b${word}\w*\W+(-?\d+(?:\.\d+)?)|(-?\d+(?:\.\d+)?)\s+${word}`, 'i').exec(clause)
  const found = match?.[1] ?? match?.[2]
  return word === '' || found === undefined ? undefined : Number(found)
}

function findList(property: Property, sources: ValueSources): Candidates {
  const items = readProperty(property.name, property.schema.items, true)
  const entities = readEntities(sources.clause)
  const numeric = items.type === 'number' || items.type === 'integer'
  const beside = findBeside(sources.clause, property.name)
  const values = numeric
    ? entities.numbers
    : items.role === 'free' && beside
      ? [beside]
      : findValues(
          items.role === 'free' ? 'person' : items.role, sources.clause, entities,
        )
  return property.required || namesProperty(sources.clause, property.name) ? { values: values.length > 0 ? [values] : [] } : { values: [] }
}

function findObject(property: Property, sources: ValueSources): Candidates {
  const filled = property.required
    ? fillArguments({ name: property.name, description: '', inputSchema: property.schema, annotations: {} }, sources)
    : undefined
  return filled?.kind === 'ready' ? { values: filled.sets.slice(0, 1), earlier: filled.usesEarlier } : { values: [] }
}

/** An earlier result under the same name, or the `id` of the thing a `…_id` speaks of. */
function findEarlier({ name, role, required }: Property, { records, text }: ValueSources): Candidates | undefined {
  if (role === 'content') return text === undefined ? undefined : { values: [text], earlier: true }
  if (!required || !['key', 'person', 'email', 'url', 'path'].includes(role)) return undefined
  const wanted = normalise(name)
  const same = records.map(record => Object.entries(record).find(([key]) => normalise(key) === wanted)?.[1]).filter(isScalar)
  const ids = role === 'key' ? records.filter(isRecord).map(record => record.id).filter(isScalar) : []
  const values = same.length > 0 ? same : ids
  return values.length > 0 ? { values: [...new Set(values)], earlier: true } : undefined
}

function normalise(name: string): string {
  return splitWords(name).join('').toLowerCase()
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
