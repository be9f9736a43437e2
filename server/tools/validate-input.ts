import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { cutText } from '#shared/cut-text'
import type { InputIssue } from '#shared/tool-outcome'
import type { JsonSchema } from '#shared/tool'
import type { InputFault } from './tool-source'

const SHOWN_CHARACTERS = 120
const MAX_ISSUES = 10

export type InputValidator = (schema: JsonSchema, fingerprint: string, input: unknown) => readonly InputIssue[]

/**
 * Validates against the tool's own schema, not the narrowed copy the provider saw: a provider may drop `maxLength`,
 * the tool still relies on it. Compiled once per definition; throws for a schema that is none.
 */
export function createInputValidator(): InputValidator {
  // Servers make up formats of their own; ajv would print a line about each, with parts of the schema.
  const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, logger: false })
  formats.default(ajv)
  const compiled = new Map<string, ValidateFunction>()

  return (schema, fingerprint, input) => {
    const validate = compiled.get(fingerprint) ?? ajv.compile(withoutIdentity(schema))
    compiled.set(fingerprint, validate)
    return validate(input) ? [] : (validate.errors ?? []).slice(0, MAX_ISSUES).map(toIssue)
  }
}

/** Two tools may carry the same `$id`; ajv would refuse the second one, and nothing here refers across schemas. */
function withoutIdentity(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== '$id' && keyword !== '$schema'))
}

/** The same for what the tool's source found. */
export function describeFault({ path, expected }: InputFault, input: unknown): InputIssue {
  return { path: path.map(toPointer).join(''), expected, got: shorten(JSON.stringify(path.reduce(readField, input)) ?? 'nothing') }
}

/** One step of a JSON Pointer. */
function toPointer(key: PropertyKey): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function readField(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function toIssue(error: ErrorObject): InputIssue {
  return { path: pathOf(error), expected: describeExpectation(error), got: shorten(gotOf(error)) }
}

function pathOf(error: ErrorObject): string {
  if (error.keyword === 'required') return error.instancePath + toPointer(String(error.params.missingProperty))
  if (error.keyword === 'additionalProperties') return error.instancePath + toPointer(String(error.params.additionalProperty))
  return error.instancePath
}

function describeExpectation(error: ErrorObject): string {
  const { keyword, params } = error
  if (keyword === 'required') return 'a value: this field is required'
  if (keyword === 'additionalProperties') return 'no such field: remove it'
  if (keyword === 'type') return `type ${[params.type].flat().join(' or ')}`
  if (keyword === 'enum') return `one of ${JSON.stringify(params.allowedValues)}`
  return error.message ?? keyword
}

function gotOf(error: ErrorObject): string {
  if (error.keyword === 'required') return 'nothing'
  // ajv reports the object that holds the surplus field.
  const value = error.keyword === 'additionalProperties' ? readField(error.data, String(error.params.additionalProperty)) : error.data
  return JSON.stringify(value) ?? 'nothing'
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${cutText(text, SHOWN_CHARACTERS)}…` : text
}
