import type { JsonSchema } from '#shared/tool'
import { refuse, type DraftPlace, type Emission } from './schema-draft'
import { isSchema, readRequired, readTypes } from './schema-node'

interface Context {
  readonly emission: Emission
  readonly place: DraftPlace
  /** The keywords before they went out. */
  readonly original: ReadonlyMap<string, unknown>
}

/** An object as a constrained answer needs it: closed, and nothing in it unsaid. Anything else stays as it is. */
export function closeObject(wire: JsonSchema, { emission, place, original }: Context): JsonSchema {
  if (!readTypes(wire).includes('object')) return wire
  const { limits, strict } = emission.dialect
  if (limits && place.objects >= limits.depth) {
    refuse(emission, place.path, ['depth', `Objects stand more than ${limits.depth} deep inside one another.`])
  }
  const further = original.get('additionalProperties')
  if (further === true || isSchema(further)) {
    refuse(emission, place.path, ['additionalProperties', 'It takes fields whose names are not known; closed, it would lose them.'])
  }
  const properties = isSchema(wire.properties) ? wire.properties : {}
  const required = new Set(readRequired(wire))
  const optional = Object.keys(properties).filter(name => !required.has(name))
  emission.counts.optional += optional.length
  emission.counts.unions += Object.values(properties).filter(isUnion).length
  if (strict === 'optional') return { ...wire, properties, additionalProperties: false }
  const entries = Object.entries(
    properties,
  ).map(([name, schema]) => [name, required.has(name) || !isSchema(schema) ? schema : allowNull(schema)] as const)
  return { ...wire, properties: Object.fromEntries(entries), required: Object.keys(properties), additionalProperties: false }
}

function isUnion(schema: unknown): boolean {
  return isSchema(schema) && (Array.isArray(schema.anyOf) || Array.isArray(schema.type))
}

/** Null stands for "not given". */
function allowNull(schema: JsonSchema): JsonSchema {
  const types = readTypes(schema)
  if (Array.isArray(schema.anyOf)) return holdsNull(schema.anyOf) ? schema : { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  if (types.length === 0 || 'const' in schema) {
    const { title, description, ...rest } = schema
    return { ...(title !== undefined && { title }), ...(description !== undefined && { description }), anyOf: [rest, { type: 'null' }] }
  }
  const values = Array.isArray(schema.enum) ? { enum: schema.enum.includes(null) ? schema.enum : [...schema.enum, null] } : {}
  return { ...schema, type: types.includes('null') ? schema.type : [...types, 'null'], ...values }
}

function holdsNull(branches: readonly unknown[]): boolean {
  return branches.some(branch => isSchema(branch) && readTypes(branch).includes('null'))
}
