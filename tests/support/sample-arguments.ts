import { hasType, isNode, resolveReference, type SchemaNode } from './providers/schema-nodes'

const STRINGS: Readonly<Record<string, string>> = {
  'date': '2026-11-21', 'date-time': '2026-11-21T10:00:00Z', 'time': '10:00:00Z', 'email': 'ada@example.com', 'uri': 'https://example.com/',
  'uuid': '00000000-0000-4000-8000-000000000000',
}

/** `required`: nothing that may be left out. `all`: every property. `null`: every property, and null wherever it may stand. */
export type SampleKind = 'required' | 'all' | 'null'

interface Choice {
  readonly root: SchemaNode
  readonly kind: SampleKind
  readonly depth: number
}

/** Arguments that a simple schema takes; a caller checks whether this one does. */
export function sampleArguments(schema: SchemaNode, kind: SampleKind): unknown {
  return sample(schema, { root: schema, kind, depth: 0 })
}

function sample(value: unknown, choice: Choice): unknown {
  if (!isNode(value)) return 'text'
  if (typeof value.$ref === 'string') {
    return choice.depth > 6 ? null : sample(resolveReference(choice.root, value.$ref), { ...choice, depth: choice.depth + 1 })
  }
  if (choice.kind === 'null' && takesNull(value)) return null
  if ('const' in value) return value.const
  if (Array.isArray(value.enum)) return value.enum[0]
  const branches = [value.anyOf, value.oneOf].find(Array.isArray)
  if (branches && !hasType(value, 'object')) return sample(branches[0], choice)
  if (hasType(value, 'object') || isNode(value.properties)) return sampleObject(value, choice)
  if (hasType(value, 'array')) {
    return Array.from({ length: Math.max(1, Number(value.minItems ?? 0)) }, () => sample(value.items ?? {}, choice))
  }
  if (hasType(value, 'integer') || hasType(value, 'number')) return sampleNumber(value)
  if (hasType(value, 'boolean')) return true
  if (hasType(value, 'null')) return null
  return (STRINGS[String(value.format)] ?? 'text').padEnd(Number(value.minLength ?? 0), 'x')
}

function takesNull(node: SchemaNode): boolean {
  return hasType(node, 'null') || (Array.isArray(node.anyOf) && node.anyOf.some(branch => isNode(branch) && hasType(branch, 'null')))
}

function sampleObject({ properties, required }: SchemaNode, choice: Choice): SchemaNode {
  const names = Array.isArray(required) ? required.map(String) : []
  const given = Object.entries(isNode(properties) ? properties : {})
    .filter(([name]) => names.includes(name) || (choice.kind !== 'required' && choice.depth < 3))
  return Object.fromEntries(given.map(([name, schema]) => [name, sample(schema, { ...choice, depth: choice.depth + 1 })]))
}

function sampleNumber({ minimum, exclusiveMinimum, maximum }: SchemaNode): number {
  if (typeof minimum === 'number') return minimum
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1
  return typeof maximum === 'number' ? Math.min(1, maximum) : 1
}
