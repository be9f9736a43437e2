import type { ToolDefinition } from '#shared/tool'
import { chooseTools, readProperties } from './choose-tools'
import { fillArguments, type FilledArguments } from './fill-arguments'
import type { FinishedCall, PlannedCall, Skill, Workbench } from './plan'
import { latestText } from './summarise-skill'
import { toFinding } from './to-finding'
import { readText } from './read-turn'
import { readProperty } from './value-role'

const CANDIDATES = 4
const ASKS_FOR_CHANGE = /^\W*(?:please\s+)?(?:write|append|save|store|put|delete|remove|rename|move|edit|overwrite)\b/i

/** Works with any tool at all: the one the wish is most about and whose arguments the wish can fill. */
export const toolSkill: Skill = (clause, bench) => {
  // One that only reads cannot do what is to be written.
  const able = ASKS_FOR_CHANGE.test(clause) ? bench.tools.filter(({ annotations }) => annotations.readOnlyHint !== true) : bench.tools
  const matches = chooseTools(able, clause).slice(0, CANDIDATES)
  const text = latestText(bench)
  const records = bench.findings.toReversed().flatMap(finding => finding.kind === 'result' ? finding.records : [])
  const sources = { clause, request: bench.request, records, ...(text !== undefined && { text }) }
  const filled = matches.map(({ tool }) => ({ tool, filled: fillArguments(tool, sources) }))
  const first = filled[0]
  if (!first) return undefined
  const usable = filled.find(candidate => candidate.filled.kind === 'ready') ?? first
  // The best tool may lack only what a call on its way will bring.
  if (bench.pending.length > 0 && (first.filled.kind === 'missing' || first.filled.usesEarlier)) return 'waiting'
  // A tool that changes things is never replaced by the next best one that happens to fit.
  const chosen = first.tool.annotations.readOnlyHint === false ? first : usable
  return chosen.filled.kind === 'ready'
    ? callAll({ tool: chosen.tool, clause, bench, sets: chosen.filled.sets })
    : explainMissing(first.tool, clause, chosen.filled, bench)
}

interface ManyCalls {
  readonly tool: ToolDefinition
  readonly clause: string
  readonly bench: Workbench
  readonly sets: readonly Readonly<Record<string, unknown>>[]
}

function callAll({ tool, clause, bench, sets }: ManyCalls) {
  const done = sets.map(set => bench.ask({ tool, arguments: set, purpose: describePurpose(tool, set) }))
  const finished = done.filter((call): call is FinishedCall => call !== undefined)
  if (finished.length < done.length) return 'waiting'
  const hint = finished.length === 1 && finished[0] ? findHint(finished[0], bench) : undefined
  const followed = hint && bench.ask(hint)
  if (hint && !followed) return 'waiting'
  const result = toFinding(clause, finished)
  return result.kind === 'failed' && followed ? { ...result, hint: followed } : result
}

function describePurpose(tool: ToolDefinition, set: Readonly<Record<string, unknown>>): string {
  const title = (tool.title ?? tool.name.replace(/^.*__/, '').replaceAll('_', ' ')).toLowerCase()
  const shown = Object.values(set).find(value => typeof value === 'string' && value.length < 60)
  return shown === undefined ? title : `${title} (${String(shown)})`
}

function explainMissing(tool: ToolDefinition, clause: string, filled: Extract<FilledArguments, { kind: 'missing' }>, bench: Workbench) {
  const last = bench.findings.at(-1)
  if (last && last.kind !== 'result' && last.kind !== 'summary') {
    return { kind: 'skipped', clause, because: 'it needs the result of a step that did not work' } as const
  }
  return { kind: 'missing', clause, tool: tool.name, properties: filled.properties } as const
}

/** A good fault says which tool would help ("list_directory shows what does"); it is asked once, when it only reads. */
function findHint({ call, outcome }: FinishedCall, { tools }: Pick<Workbench, 'tools'>): PlannedCall | undefined {
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
