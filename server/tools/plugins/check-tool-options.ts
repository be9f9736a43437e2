import type { JsonSchema, ToolAnnotations } from '#shared/tool'

/** All four hints of MCP: the defaults of an absent one surprise both readers and authors. */
export type PluginToolAnnotations = Required<Pick<ToolAnnotations, 'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint'>>

interface CheckedOptions {
  readonly name: string
  readonly annotations: PluginToolAnnotations
  readonly inputSchema: JsonSchema
}

/** Throws at start for a tool whose author contradicts themselves, or whose input silently loses fields. */
export function checkToolOptions({ name, annotations, inputSchema }: CheckedOptions): void {
  if (annotations.readOnlyHint && annotations.destructiveHint) {
    throw new Error(`Tool ${name}: readOnlyHint and destructiveHint contradict each other. A tool that only reads destroys nothing.`)
  }
  const open = findOpenObject(inputSchema, '')
  if (open === undefined) return
  const place = open && ` at ${open}`
  throw new Error(`Tool ${name}: its input${place} accepts unknown fields and drops them. Use z.strictObject in place of z.object.`)
}

/** The path of the first object that has fields and accepts others; empty for the input itself. */
function findOpenObject(schema: unknown, path: string): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  if ('properties' in schema && (!('additionalProperties' in schema) || schema.additionalProperties !== false)) return path
  for (const [keyword, child] of Object.entries(schema)) {
    const found = findInKeyword(keyword, child, path)
    if (found !== undefined) return found
  }
  return undefined
}

/** Of the keywords that zod writes; any other holds values, which may look like schemas. */
function findInKeyword(keyword: string, child: unknown, path: string): string | undefined {
  switch (keyword) {
    case 'properties':
    case '$defs':
      return findFirst(Object.entries(Object(child)), ([name, property]) => findOpenObject(property, `${path}/${name}`))
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
    case 'prefixItems':
      return findFirst(Object.values(Object(child)), branch => findOpenObject(branch, path))
    case 'items':
    case 'additionalProperties':
      return findOpenObject(child, `${path}/*`)
    default:
      return undefined
  }
}

function findFirst<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
