import type { JsonSchema } from '#shared/tool'
import { shortenText } from '#shared/cut-text'
import { printShort } from './print-short'
import { isSchema, readRequired, readSchemas, readTypes } from './schema-node'

type Describe = (value: unknown) => string

/** What a keyword says, in words a model follows. Data and whole schemas stay JSON: no words are as exact. */
const WORDS: Readonly<Record<string, Describe>> = {
  minLength: count => `at least ${String(count)} ${Number(count) === 1 ? 'character' : 'characters'}`,
  maxLength: count => `at most ${String(count)} ${Number(count) === 1 ? 'character' : 'characters'}`,
  pattern: pattern => `matches the pattern ${String(pattern)}`,
  format: format => `format: ${String(format)}`,
  contentEncoding: name => `encoded as ${String(name)}`,
  contentMediaType: name => `content of type ${String(name)}`,
  contentSchema: schema => `its content fits ${summarise(schema)}`,
  minimum: bound => `at least ${String(bound)}`,
  maximum: bound => `at most ${String(bound)}`,
  exclusiveMinimum: bound => `more than ${String(bound)}`,
  exclusiveMaximum: bound => `less than ${String(bound)}`,
  multipleOf: step => `a multiple of ${String(step)}`,
  minItems: count => `at least ${String(count)} ${Number(count) === 1 ? 'item' : 'items'}`,
  maxItems: count => `at most ${String(count)} ${Number(count) === 1 ? 'item' : 'items'}`,
  uniqueItems: value => value === true ? 'no item twice' : '',
  contains: schema => `holds an item that fits ${summarise(schema)}`,
  minContains: count => `such items: at least ${String(count)}`,
  maxContains: count => `such items: at most ${String(count)}`,
  prefixItems: schemas => `in this order: ${readSchemas(schemas).map(summarise).join(', ')}`,
  items: schema => schema === false ? 'no further items' : `each further item: ${summarise(schema)}`,
  minProperties: count => `at least ${String(count)} ${Number(count) === 1 ? 'field' : 'fields'}`,
  maxProperties: count => `at most ${String(count)} ${Number(count) === 1 ? 'field' : 'fields'}`,
  additionalProperties: schema => schema === false ? 'no other fields' : `any further field: ${summarise(schema)}`,
  unevaluatedProperties: schema => schema === false ? 'no other fields' : `any further field: ${summarise(schema)}`,
  unevaluatedItems: schema => schema === false ? 'no further items' : `each further item: ${summarise(schema)}`,
  patternProperties: schemas => Object
    .entries(isSchema(schemas) ? schemas : {})
    .map(([name, schema]) => `fields whose names match ${name}: ${summarise(schema)}`)
    .join('; '),
  propertyNames: schema => `each field's name: ${summarise(schema)}`,
  dependentRequired: names => Object.entries(isSchema(names)
    ? names
    : {}).map(([name, others]) => `with ${name} also ${[others].flat().join(', ')}`).join(
    '; ',
  ),
  dependentSchemas: schemas => Object.entries(isSchema(schemas)
    ? schemas
    : {}).map(([name, schema]) => `with ${name}: ${summarise(schema)}`).join(
    '; ',
  ),
  const: value => `always ${printShort(value)}`,
  enum: values => `one of ${listValues(values)}`,
  default: value => `default: ${printShort(value)}`,
  examples: values => `for example ${listValues(values)}`,
  not: schema => `not: ${summarise(schema)}`,
  if: schema => `if ${summarise(schema)}`,
  then: schema => `then ${summarise(schema)}`,
  else: schema => `otherwise ${summarise(schema)}`,
  anyOf: schemas => `fits at least one of: ${readSchemas(schemas).map(summarise).join(' or ')}`,
  oneOf: schemas => `fits exactly one of: ${readSchemas(schemas).map(summarise).join(' or ')}`,
  allOf: schemas => `fits all of: ${readSchemas(schemas).map(summarise).join(' and ')}`,
  required: names => `required: ${[names].flat().join(', ')}`,
}

const MAX_LISTED = 20
const MAX_WORDS = 600

/** Empty for a keyword that says nothing, such as `uniqueItems: false`. */
export function describeKeyword(keyword: string, value: unknown): string {
  const words = WORDS[keyword]
  const text = words && Object.hasOwn(WORDS, keyword) ? words(value) : `${keyword}: ${printShort(value)}`
  return shortenText(text, MAX_WORDS)
}

/** A description and what was put into words, in that order. */
export function joinDescription(description: unknown, words: readonly string[]): string {
  const said = words.filter(text => text !== '')
  return [typeof description === 'string'
    ? description
    : '', said.length > 0 ? `(${said.join('; ')})` : ''].filter(text => text !== '').join(
    ' ',
  )
}

function listValues(values: unknown): string {
  const list: readonly unknown[] = Array.isArray(values) ? values : [values]
  const shown = list.slice(0, MAX_LISTED).map(value => printShort(value)).join(', ')
  return list.length > MAX_LISTED ? `${shown} and ${list.length - MAX_LISTED} more` : shown
}

const SIMPLE: ReadonlySet<string> = new Set([
  'type', 'enum', 'const', 'required', 'pattern', 'format', 'minLength', 'maxLength', 'minimum', 'maximum', 'title', 'description',
])

/** A schema within words: its types and bounds when that is all there is. */
function summarise(schema: unknown): string {
  if (!isSchema(schema)) return printShort(schema)
  const keywords = Object.keys(schema)
  if (keywords.length === 0) return 'anything'
  if (!keywords.every(keyword => SIMPLE.has(keyword))) return printShort(schema)
  return [readTypes(schema).join(' or '), ...describeSimple(schema)].filter(text => text !== '').join(', ')
}

function describeSimple(schema: JsonSchema): readonly string[] {
  const required = readRequired(schema)
  const bounds = Object.entries(schema)
    .filter(([keyword]) => !['type', 'required', 'title', 'description'].includes(keyword))
    .map(([keyword, value]) => describeKeyword(keyword, value))
  return [...bounds, ...(required.length > 0 ? [`with ${required.join(', ')}`] : [])]
}
