import { assertNever } from '#shared/assert-never'
import type { ToolListing, ToolSelection } from '#shared/tool'

export interface SourceGroup {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly tools: readonly ToolListing[]
}

/** Whether an admin lets it be offered at all. Other tools are shown locked. */
export function isUsable(tool: ToolListing): boolean {
  return tool.enabled && tool.state === 'ready' && tool.approval !== 'deny'
}

export function groupBySource(tools: readonly ToolListing[]): readonly SourceGroup[] {
  const groups = Map.groupBy(tools, tool => tool.source.id)
  return [...groups].map(
    ([id, members]) => ({ id, name: members[0]?.source.name ?? id, state: members[0]?.source.state ?? '', tools: members }),
  )
}

/** The names that a selection offers, among the tools that are usable now. */
export function namesOf(selection: ToolSelection, tools: readonly ToolListing[]): ReadonlySet<string> {
  const usable = tools.filter(isUsable)
  switch (selection.mode) {
    case 'all':
      return new Set(usable.map(tool => tool.name))
    case 'none':
      return new Set()
    case 'selected':
      return new Set(usable.filter(tool => selection.names.includes(tool.name)).map(tool => tool.name))
    case 'plugins':
      return new Set(usable.filter(tool => selection.plugins.includes(tool.source.id)).map(tool => tool.name))
    default:
      return assertNever(selection)
  }
}

/** Back to a selection. All of them become `all`, so that a tool added later is on as well. */
export function toSelection(names: ReadonlySet<string>, tools: readonly ToolListing[]): ToolSelection {
  const usable = tools.filter(isUsable)
  const chosen = usable.filter(tool => names.has(tool.name)).map(tool => tool.name)
  if (chosen.length === usable.length) return { mode: 'all' }
  return chosen.length ? { mode: 'selected', names: chosen } : { mode: 'none' }
}

export type TriState = 'on' | 'off' | 'mixed'

export function stateOf(tools: readonly ToolListing[], names: ReadonlySet<string>): TriState {
  const usable = tools.filter(isUsable)
  const on = usable.filter(tool => names.has(tool.name)).length
  if (on === 0) return 'off'
  return on === usable.length ? 'on' : 'mixed'
}

/** All of these on, unless all are on already: then off. */
export function toggleTools(tools: readonly ToolListing[], names: ReadonlySet<string>): ReadonlySet<string> {
  const usable = tools.filter(isUsable).map(tool => tool.name)
  return stateOf(tools, names) === 'on' ? names.difference(new Set(usable)) : names.union(new Set(usable))
}
