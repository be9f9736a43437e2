import { isDeepStrictEqual } from 'node:util'
import type { ToolDefinition } from '#shared/tool'
import { calculateSkill } from './calculate-skill'
import type { Finding, FinishedCall, PlannedCall, Skill, Workbench } from './plan'
import { querySkill } from './query-skill'
import type { Exchange, Turn } from './read-turn'
import { repairCall } from './repair-call'
import { splitClauses } from './split-clauses'
import { summariseSkill } from './summarise-skill'
import { toolSkill } from './tool-skill'

/** Calls to make now; none of them means that it is time to answer. */
export interface Step {
  readonly calls: readonly PlannedCall[]
  readonly findings: readonly Finding[]
  /** Wishes that no offered tool fits. */
  readonly unmet: readonly string[]
}

/** Asked in this order: the ones that know more about their subject go first. */
const SKILLS: readonly Skill[] = [summariseSkill, calculateSkill, querySkill, toolSkill]
/** Far more than any plan needs; a guard against tools that never give the same answer twice. */
const MAX_CALLS = 24
/** Each is compared with every tool. */
const MAX_WISHES = 24

/** Decides the next step. Pure: the same turn and tools give the same step, so a plan is found again at each step. */
export function planStep(turn: Turn, tools: readonly ToolDefinition[]): Step {
  const bench = createWorkbench(turn, tools)
  const unmet: string[] = []
  for (const clause of splitClauses(turn.request).slice(0, MAX_WISHES)) {
    const result = findSkill(clause, bench)
    if (result === undefined) unmet.push(clause)
    else if (result !== 'waiting') bench.findings.push(result)
  }
  const calls = turn.exchanges.length >= MAX_CALLS ? [] : bench.pending
  return { calls, findings: bench.findings, unmet }
}

function findSkill(clause: string, bench: Workbench): Finding | 'waiting' | undefined {
  for (const skill of SKILLS) {
    const result = skill(clause, bench)
    if (result !== undefined) return result
  }
  return undefined
}

function createWorkbench(turn: Turn, tools: readonly ToolDefinition[]) {
  const pending: PlannedCall[] = []
  const findings: Finding[] = []
  const enqueue = (call: PlannedCall) => {
    if (!pending.some(other => isSameCall(other, call))) pending.push(call)
  }
  return {
    request: turn.request,
    tools,
    findings,
    pending,
    ask(call: PlannedCall): FinishedCall | undefined {
      const first = findFinished(call, turn.exchanges)
      const second = first && repairCall(first)
      if (!second) {
        if (!first) enqueue(call)
        return first
      }
      const repaired = findFinished(second, turn.exchanges)
      if (!repaired) enqueue(second)
      return repaired
    },
  } satisfies Workbench
}

function findFinished(call: PlannedCall, exchanges: readonly Exchange[]): FinishedCall | undefined {
  const exchange = exchanges.find(({ name, arguments: made }) => name === call.tool.name && isDeepStrictEqual(made, call.arguments))
  return exchange && { call, outcome: exchange.outcome }
}

function isSameCall(left: PlannedCall, right: PlannedCall): boolean {
  return left.tool.name === right.tool.name && isDeepStrictEqual(left.arguments, right.arguments)
}
