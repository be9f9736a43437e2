import type { JsonSchema } from '#shared/tool'
import { describeKeyword } from './describe-keyword'
import { readReferenceName } from './find-recursion'
import { note, type Draft, type DraftPlace, type Emission } from './schema-draft'
import { isSchema, readRequired, toPointerStep } from './schema-node'

export type EmitNode = (node: JsonSchema, place: DraftPlace, emission: Emission) => JsonSchema

/** `properties` and `required` of a node; absent when it has no properties. */
export function emitProperties(draft: Draft, emit: EmitNode): JsonSchema | undefined {
  const { keywords, emission, place } = draft
  const properties = keywords.get('properties')
  if (!isSchema(properties)) return undefined
  const required = takeRequired(draft, properties)
  const entries = Object.entries(properties).map(([name, schema]) => {
    if (required.has(name) && mustBeOptional(schema, draft)) required.delete(name)
    const ownName = emission.propertyNames?.fromWire(name) ?? name
    const inside = {
      ...place,
      path: `${place.path}/properties/${toPointerStep(ownName)}`,
      depth: place.depth + 1,
      objects: place.objects + 1,
      isOptional: place.isOptional || !required.has(name),
    }
    return [name, isSchema(schema) ? emit(schema, inside, emission) : {}] as const
  })
  emission.counts.properties += entries.length
  const names = [...required]
  return { properties: Object.fromEntries(entries), ...(names.length > 0 && { required: names }) }
}

/** What is required but described elsewhere, in a map or a union, is said in words: here it would be a name without a property. */
function takeRequired({ keywords, descriptions, emission, place }: Draft, properties: JsonSchema): Set<string> {
  const names = readRequired({ required: keywords.get('required') })
  const others = names.filter(name => !Object.hasOwn(properties, name))
  if (others.length > 0) {
    descriptions.push(describeKeyword('required', others))
    note(emission, {
      path: place.path, keyword: 'required', action: 'moved-to-description', reason: `Not among the properties: ${others.join(', ')}.`,
    })
  }
  return new Set(names.filter(name => Object.hasOwn(properties, name)))
}

/** A schema that leads back to itself through what must be given has no end; said in words, it may be left out. */
function mustBeOptional(schema: unknown, { emission, place }: Draft): boolean {
  const { dialect, normal: { recursive } } = emission
  if (dialect.recursion !== 'optional' || place.isOptional || !recursive.has(place.scope) || !holdsReference(schema, recursive)) {
    return false
  }
  note(emission, {
    path: place.path,
    keyword: 'required',
    action: 'removed',
    reason: 'What leads back to itself may not be required there; arguments are still checked for it.',
  })
  return true
}

/** Each level asks this of all below it, so it is only asked where a definition is recursive at all. */
function holdsReference(schema: unknown, names: ReadonlySet<string>): boolean {
  const pending: unknown[] = [schema]
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    if (isSchema(node) && typeof node.$ref === 'string' && names.has(readReferenceName(node.$ref))) return true
    for (const value of Object.values(node)) pending.push(value)
  }
  return false
}
