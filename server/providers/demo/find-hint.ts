import { readProperties } from './choose-tools'
import type { FinishedCall, PlannedCall, Workbench } from './plan'
import { readText } from './read-turn'
import { readProperty } from './value-role'

/** A good fault says which tool would help ("list_directory shows what does"); it is asked once, when it only reads. */
export function findHint({ call, outcome }: FinishedCall, { tools }: Pick<Workbench, 'tools'>): PlannedCall | undefined {
  if (outcome.status !== 'failed') return undefined
  const text = readText(outcome.content)
  const tool = tools.find(candidate => candidate.name !== call.tool.name && candidate.annotations.readOnlyHint === true
    && !hasRequired(candidate.inputSchema.required) && text.includes(candidate.name))
  if (!tool) return undefined
  const folder = Object.entries(readProperties(tool)).find(([name, schema]) => readProperty(name, schema, false).role === 'folder')?.[0]
  const parent = Object.values(call.arguments).filter(value => typeof value === 'string').map(readParent).find(path => path !== undefined)
  return { tool, arguments: folder && parent ? { [folder]: parent } : {}, purpose: 'see what there is' }
}

function hasRequired(required: unknown): boolean {
  return Array.isArray(required) && required.length > 0
}

function readParent(path: string): string | undefined {
  return /^([^\s]+)\/[^/\s]+$/.exec(path)?.[1]
}
