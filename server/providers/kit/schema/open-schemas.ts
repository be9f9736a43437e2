import type { JsonSchema } from '#shared/tool'
import { joinDescription } from './describe-keyword'
import { isOpen } from './rewrite-values'
import { note, refuse, type Draft } from './schema-draft'
import { isSchema, readTypes } from './schema-node'

/** A schema that anything fits, for dialects that must know a type; absent when this one is not such, or may stay. */
export function emitOpen(draft: Draft): JsonSchema | undefined {
  const { emission, place, keywords } = draft
  const rule = emission.dialect.openSchemas
  if (rule === 'keep' || !isOpen(draft)) return undefined
  if (rule === 'refuse') {
    refuse(emission, place.path, ['type', 'It takes a value of any type.'])
    return {}
  }
  note(emission, {
    path: place.path, keyword: 'type', action: 'rewritten', reason: 'The provider must know a type; any value goes as text.',
  })
  const descriptions = [...draft.descriptions, 'any value, as text or JSON']
  return { type: 'string', description: joinDescription(keywords.get('description'), descriptions) }
}

/** Objects and arrays that say nothing of what is in them, as the dialect has them; and the description of the node. */
export function completeNode(draft: Draft, wire: JsonSchema): JsonSchema {
  const completed = completeArray(draft, completeObject(draft, wire))
  const description = joinDescription(completed.description, draft.descriptions)
  if (description === '' || description === completed.description) return completed
  return { ...completed, description }
}

function completeObject(draft: Draft, wire: JsonSchema): JsonSchema {
  const { emission, place } = draft
  const rule = emission.dialect.openObjects
  const hasProperties = isSchema(wire.properties) && Object.keys(wire.properties).length > 0
  if (!readTypes(wire).includes('object') || hasProperties || rule === 'keep') return wire
  if (rule === 'complete' || place.objects === 0) return { ...wire, properties: wire.properties ?? {} }
  if (rule === 'refuse') {
    // Closed as strict mode has it, nothing could be in it.
    refuse(emission, place.path, ['properties', 'An object of any fields cannot be constrained.'])
    return wire
  }
  return toText(draft, wire, 'object')
}

function completeArray(draft: Draft, wire: JsonSchema): JsonSchema {
  const { emission, place } = draft
  const rule = emission.dialect.openArrays
  if (!readTypes(wire).includes('array') || wire.items !== undefined || rule === 'keep') return wire
  if (rule === 'refuse') {
    refuse(emission, place.path, ['items', 'An array of anything cannot be constrained.'])
    return wire
  }
  return { ...wire, items: rule === 'text' ? { type: 'string' } : {} }
}

/** An object without known fields cannot be declared: it comes as text, and is read when the call comes. */
function toText(draft: Draft, { description, title, nullable }: JsonSchema, what: string): JsonSchema {
  const { emission, place } = draft
  note(emission, {
    path: place.path,
    keyword: 'type',
    action: 'rewritten',
    reason: 'The provider takes no object without known fields; it comes as JSON text.',
  })
  draft.descriptions.unshift(`JSON text of an ${what}`)
  return {
    type: 'string',
    ...(title !== undefined && { title }),
    ...(nullable !== undefined && { nullable }),
    ...(description !== undefined && { description }),
  }
}
