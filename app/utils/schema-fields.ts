import type { JsonSchema } from '#shared/tool'

/** A control for one field of a tool's arguments. What has no simple control is edited as JSON. */
export interface SchemaField {
  readonly name: string
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'json'
  readonly title: string
  readonly description: string
  readonly isRequired: boolean
  /** In words, such as `integer, 1 to 10`. */
  readonly type: string
  /** For `choice`: any JSON values. */
  readonly choices: readonly unknown[]
  readonly defaultValue?: unknown
}

/** The top level of an input schema as fields, required ones first; empty when it names none. */
export function listSchemaFields(schema: JsonSchema): readonly SchemaField[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  const fields = Object.entries(toObject(schema.properties)).map(
    ([name, property]) => toField(name, resolve(property, schema), required.includes(name)),
  )
  return [...fields.filter(field => field.isRequired), ...fields.filter(field => !field.isRequired)]
}

/** What the form starts with: the defaults that the schema names. */
export function listDefaults(fields: readonly SchemaField[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.filter(field => field.defaultValue !== undefined).map(field => [field.name, field.defaultValue]))
}

function toField(name: string, schema: JsonSchema, isRequired: boolean): SchemaField {
  const choices = 'const' in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : []
  return {
    name,
    kind: choices.length > 0 ? 'choice' : KINDS[typeOf(schema)] ?? 'json',
    title: typeof schema.title === 'string' ? schema.title : '',
    description: typeof schema.description === 'string' ? schema.description : '',
    isRequired,
    type: describeType(schema, choices),
    choices,
    ...(schema.default !== undefined && { defaultValue: schema.default }),
  }
}

const KINDS: Readonly<Record<string, SchemaField['kind']>> = { string: 'text', number: 'number', integer: 'number', boolean: 'boolean' }

/** The one type that is left when `null` is put aside; empty for a union or none. */
function typeOf({ type }: JsonSchema): string {
  const types = [type].flat().filter(one => one !== 'null')
  return types.length === 1 && typeof types[0] === 'string' ? types[0] : ''
}

function describeType(schema: JsonSchema, choices: readonly unknown[]): string {
  const type = choices.length > 0 ? 'one of' : typeOf(schema) || 'any JSON'
  return [type, schema.format, describeRange(schema)].filter(Boolean).join(', ')
}

function describeRange({ minimum, maximum, minLength, maxLength }: JsonSchema): string {
  const isText = minLength !== undefined || maxLength !== undefined
  const [from, to] = isText ? [minLength, maxLength] : [minimum, maximum]
  const unit = isText ? (to ?? from) === 1 ? ' character' : ' characters' : ''
  if (from !== undefined && to !== undefined) return `${String(from)} to ${String(to)}${unit}`
  if (from !== undefined) return `at least ${String(from)}${unit}`
  return to === undefined ? '' : `at most ${String(to)}${unit}`
}

/** Follows one local reference, and looks through a union that only adds `null`. */
function resolve(property: unknown, root: JsonSchema): JsonSchema {
  const schema = follow(toObject(property), root)
  const union = [schema.anyOf, schema.oneOf].find(Array.isArray)
  const inner = union?.map((part: unknown) => follow(toObject(part), root)).filter((part: JsonSchema) => part.type !== 'null')
  return inner?.length === 1 ? { ...inner[0], ...schema } : schema
}

function follow(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (typeof schema.$ref !== 'string' || !schema.$ref.startsWith('#/')) return schema
  const path = schema.$ref.slice(2).split('/').map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const target = path.reduce<unknown>((at, part) => toObject(at)[part], root)
  return { ...toObject(target), ...schema }
}

function toObject(value: unknown): JsonSchema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return value as JsonSchema // an object's own fields are unknown
}
