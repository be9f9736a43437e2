import type { JsonSchema, ToolDefinition } from '#shared/tool'
import { normaliseSchema, type NormalResult } from '../schema/normalise-schema'
import { createArgumentReader, createArgumentWriter } from './read-arguments'
import type { SchemaDialect } from '../schema/schema-dialect'
import type { Finding } from '../schema/schema-walk'
import type { ToolDialect } from './tool-dialect'
import { translateSchema } from '../schema/translate-schema'
import { cutText } from '#shared/cut-text'

/** One tool as a dialect has it, whatever the other tools of a request are. */
export interface ToolForm {
  readonly schema: JsonSchema
  readonly description: string
  readonly findings: readonly Finding[]
  readonly isStrict: boolean
  readonly optionalProperties: number
  readonly unionProperties: number
  /** Present when the arguments come otherwise than the tool wants them. */
  readonly readArguments?: (value: unknown) => unknown
  /** Present when properties go by other names: what the tool was called with, as the model wrote it. */
  readonly writeArguments?: (value: unknown) => unknown
  /** Wire objects and their texts, by wire name: other tools of a request may push a tool off its name. */
  readonly wires: Map<string, { readonly wire: unknown, readonly text: string }>
}

/** Both ways a tool may go out. `strictRefusal`: why it cannot be constrained. */
export type ToolForms
  = | { readonly ok: true, readonly plain: ToolForm, readonly strict?: ToolForm, readonly strictRefusal?: Finding }
    | { readonly ok: false, readonly refusal: Finding }

const normalForms = new WeakMap<ToolDefinition, NormalResult>()
const forms = new WeakMap<object, {
  readonly plain: WeakMap<ToolDefinition, ToolForms>
  readonly strict: WeakMap<ToolDefinition, ToolForms>
}>()

/** Made once for each definition, as long as somebody holds the definition. */
export function toToolForms<Wire>(tool: ToolDefinition, dialect: ToolDialect<Wire>, wantsStrict: boolean): ToolForms {
  const caches = forms.get(dialect) ?? { plain: new WeakMap<ToolDefinition, ToolForms>(), strict: new WeakMap<ToolDefinition, ToolForms>() }
  forms.set(dialect, caches)
  const cache = wantsStrict ? caches.strict : caches.plain
  const known = cache.get(tool)
  if (known) return known
  const made = wantsStrict ? makeStrict(tool, dialect) : makePlain(tool, dialect)
  cache.set(tool, made)
  return made
}

function readNormal(tool: ToolDefinition): NormalResult {
  const known = normalForms.get(tool)
  if (known) return known
  const normal = normaliseSchema(tool.inputSchema)
  normalForms.set(tool, normal)
  return normal
}

function makePlain<Wire>(tool: ToolDefinition, dialect: ToolDialect<Wire>): ToolForms {
  const form = makeForm(tool, dialect, { schema: dialect.schema, isStrict: false })
  return 'refusal' in form ? { ok: false, refusal: form.refusal } : { ok: true, plain: form }
}

function makeStrict<Wire>(tool: ToolDefinition, dialect: ToolDialect<Wire>): ToolForms {
  const plain = toToolForms(tool, dialect, false)
  if (!plain.ok) return plain
  if (dialect.isStrictByMode) return { ok: true, plain: plain.plain, strict: { ...plain.plain, isStrict: true } }
  if (!dialect.strictSchema) {
    return { ...plain, strictRefusal: { path: '', keyword: 'strict', action: 'rewritten', reason: 'There is no strict mode here.' } }
  }
  const strict = makeForm(tool, dialect, { schema: dialect.strictSchema, isStrict: true })
  return 'refusal' in strict ? { ...plain, strictRefusal: strict.refusal } : { ...plain, strict }
}

function makeForm<Wire>(
  tool: ToolDefinition, dialect: ToolDialect<Wire>, { schema, isStrict }: { readonly schema: SchemaDialect, readonly isStrict: boolean },
): ToolForm | { readonly refusal: Finding } {
  const normal = readNormal(tool)
  if (!normal.ok) return { refusal: normal.finding }
  const translated = translateSchema(normal.schema, schema)
  const [refusal] = translated.refusals
  if (refusal) return { refusal }
  const { description, findings } = limitDescription(tool, dialect)
  const readsText = schema.openObjects === 'text'
  const dropsNulls = schema.strict === 'nullable'
  const { propertyNames } = translated
  const isChanged = readsText || dropsNulls || propertyNames !== undefined
  return {
    schema: translated.wire,
    description,
    findings: [...findings, ...translated.findings],
    isStrict,
    optionalProperties: translated.optionalProperties,
    unionProperties: translated.unionProperties,
    ...(isChanged && { readArguments: createArgumentReader({ schema: tool.inputSchema, readsText, dropsNulls, propertyNames }) }),
    ...(propertyNames && { writeArguments: createArgumentWriter({ schema: tool.inputSchema, propertyNames }) }),
    wires: new Map(),
  }
}

function limitDescription<Wire>(
  { description }: ToolDefinition, { maxDescription }: ToolDialect<Wire>,
): { readonly description: string, readonly findings: readonly Finding[] } {
  if (maxDescription === undefined || description.length <= maxDescription) return { description, findings: [] }
  const reason = `The provider takes ${maxDescription} characters; the rest was cut off.`
  return {
    description: shortenDescription(description, maxDescription),
    findings: [{ path: '', keyword: 'description', action: 'rewritten', reason }],
  }
}

/** Ends a text at the last sentence, or else the last word, that fits; an ellipsis says that there was more. */
export function shortenDescription(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const head = cutText(text, maxLength - 1)
  const sentence = Math.max(...['. ', '.\n', '! ', '? ', '\n\n'].map(end => head.lastIndexOf(end)))
  // A sentence that ends early would throw too much away.
  if (sentence > maxLength / 2) return `${head.slice(0, sentence + 1).trimEnd()}…`
  const word = head.search(/\s\S*$/)
  const kept = word > maxLength / 2 ? head.slice(0, word) : head
  return `${kept.trimEnd()}…`
}
