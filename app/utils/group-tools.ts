import type { ToolListing } from '#shared/tool'

export interface ToolGroup {
  readonly source: ToolListing['source']
  readonly tools: readonly ToolListing[]
  readonly enabled: number
  /** Estimated tokens that the enabled tools of this source cost in each request. */
  readonly tokens: number
}

/** Tools under their source, both in alphabetical order, narrowed to those that hold every term of the search. */
export function groupTools(tools: readonly ToolListing[], search: string): ToolGroup[] {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean)
  const bySource = new Map<string, ToolListing[]>()
  for (const tool of tools) {
    if (!terms.every(term => toSearchText(tool).includes(term))) continue
    bySource.set(tool.source.id, [...bySource.get(tool.source.id) ?? [], tool])
  }
  return [...bySource.values()].map(toGroup).sort((a, b) => a.source.name.localeCompare(b.source.name))
}

function toGroup(tools: readonly ToolListing[]): ToolGroup {
  const on = tools.filter(tool => tool.enabled)
  return {
    // A group exists only because some tool opened it.
    source: (tools[0] as ToolListing).source, // see above
    tools: tools.toSorted((a, b) => a.name.localeCompare(b.name)),
    enabled: on.length,
    tokens: on.reduce((sum, tool) => sum + tool.tokens, 0),
  }
}

function toSearchText(tool: ToolListing): string {
  return [tool.name, tool.title, tool.description, tool.source.name, ...tool.groups].join(' ').toLowerCase()
}
