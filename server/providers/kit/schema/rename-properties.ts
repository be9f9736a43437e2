import type { JsonSchema } from '#shared/tool'
import { readReferenceName } from './find-recursion'
import type { NormalSchema } from './normalise-schema'
import { createPropertyNames, SAME_OBJECT_KEYWORDS, type PropertyNames } from './property-names'
import type { PropertyRule } from './schema-dialect'
import { isSchema, KEYWORD_KINDS, readSchemas, toPointerStep } from './schema-node'
import type { Finding } from './schema-walk'

interface RenamedSchema {
  readonly normal: NormalSchema
  /** Present when a property was renamed. */
  readonly propertyNames?: PropertyNames
}

interface Renaming {
  readonly normal: NormalSchema
  readonly names: PropertyNames
  readonly origins: WeakMap<JsonSchema, string>
  readonly findings: Finding[]
  /** Where only the arguments are renamed: what they share with other objects, by its own name, has a renamed copy. */
  readonly copies: Map<string, string>
}

/**
 * The schema with the property names that a dialect takes, before anything else is made of it: what is required, folded
 * or said in words further on follows by itself.
 */
export function renameProperties(normal: NormalSchema, rule: PropertyRule | undefined): RenamedSchema {
  const names = createPropertyNames(normal, rule)
  if (!names) return { normal }
  const renaming: Renaming = { normal, names, origins: new WeakMap(), findings: [], copies: new Map() }
  const root = renameNode(normal.root, renaming)
  const definitions = names.scope === 'all'
    ? new Map([...normal.definitions].map(([name, schema]) => [name, renameNode(schema, renaming)]))
    : new Map([...normal.definitions, ...renameCopies(renaming)])
  return {
    propertyNames: names,
    normal: {
      ...normal,
      root,
      definitions,
      findings: [...normal.findings, ...renaming.findings],
      pathOf: node => renaming.origins.get(node) ?? normal.pathOf(node),
    },
  }
}

/** A copy may ask for more of them: the list grows while it is read. */
function renameCopies(renaming: Renaming): readonly (readonly [string, JsonSchema])[] {
  const copied: (readonly [string, JsonSchema])[] = []
  for (const [name, copy] of renaming.copies) {
    const schema = renaming.normal.definitions.get(name)
    if (schema) copied.push([copy, renameNode(schema, renaming)])
  }
  return copied
}

function renameNode(node: JsonSchema, renaming: Renaming): JsonSchema {
  const path = renaming.normal.pathOf(node) ?? ''
  reportNames(node, path, renaming)
  const renamed = Object.fromEntries(Object.entries(node)
    .filter(([keyword]) => keyword !== 'propertyNames' || !dropNameRule(node, path, renaming))
    .map(([keyword, value]) => [keyword, renameValue(keyword, value, { node, renaming })]))
  renaming.origins.set(renamed, path)
  return renamed
}

function reportNames({ properties }: JsonSchema, path: string, { names, findings }: Renaming): void {
  for (const name of Object.keys(isSchema(properties) ? properties : {})) {
    if (names.toWire(name) === name) continue
    const reason = `The provider does not take this name; it is called ${names.toWire(name)} there.`
    findings.push({ path: `${path}/properties/${toPointerStep(name)}`, keyword: 'properties', action: 'rewritten', reason })
  }
}

/** A rule for names speaks of the tool's own: those that go out in their place need not fit it. */
function dropNameRule({ properties }: JsonSchema, path: string, { names, findings }: Renaming): boolean {
  if (names.scope === 'all' && !Object.keys(isSchema(properties) ? properties : {}).some(name => names.toWire(name) !== name)) return false
  findings.push({
    path,
    keyword: 'propertyNames',
    action: 'removed',
    reason: 'It rules names that are others there; arguments are still checked against it.',
  })
  return true
}

interface Place { readonly node: JsonSchema, readonly renaming: Renaming }

function renameValue(keyword: string, value: unknown, { node, renaming }: Place): unknown {
  const { names } = renaming
  const rename = (name: string) => names.toWire(name)
  const inside = (schema: unknown) => isSchema(schema)
    && (names.scope === 'all' || SAME_OBJECT_KEYWORDS.has(keyword))
    ? renameNode(schema, renaming)
    : schema
  if (keyword === '$ref') return names.scope === 'all' ? value : referToCopy(String(value), renaming)
  switch (KEYWORD_KINDS.get(keyword)) {
    case 'schema':
      return inside(value)
    case 'schema-list':
      return readSchemas(value).map(inside)
    case 'schema-map':
      return mapEntries(value, (name, schema) => [keyword === 'patternProperties' ? name : rename(name), inside(schema)])
    case 'names':
      return Array.isArray(value) ? value.map(name => rename(String(name))) : value
    case 'names-map':
      return mapEntries(value, (name, others) => [rename(name), [others].flat().map(other => rename(String(other)))])
    case 'list':
      return Array.isArray(value) ? value.map((entry: unknown) => renameData(entry, node, names)) : value
    case 'data':
      return renameData(value, node, names)
    default:
      return value
  }
}

function referToCopy(reference: string, { normal, copies }: Renaming): string {
  const name = readReferenceName(reference)
  if (name === '#') return reference
  const copy = copies.get(name) ?? findFreeName(`${name}_arguments`, candidate => normal.definitions.has(candidate))
  copies.set(name, copy)
  return `#/$defs/${copy}`
}

function findFreeName(name: string, isUsed: (candidate: string) => boolean): string {
  return isUsed(name) ? findFreeName(`${name}_`, isUsed) : name
}

/** Values and examples of an object bear the names of its properties. */
function renameData(value: unknown, { properties }: JsonSchema, names: PropertyNames): unknown {
  const isProperty = (name: string) => names.scope === 'root' || (isSchema(properties) && Object.hasOwn(properties, name))
  return mapEntries(value, (name, entry) => [isProperty(name) ? names.toWire(name) : name, entry])
}

function mapEntries(value: unknown, change: (name: string, entry: unknown) => readonly [string, unknown]): unknown {
  return isSchema(value) ? Object.fromEntries(Object.entries(value).map(([name, entry]) => change(name, entry))) : value
}
