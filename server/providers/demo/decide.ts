import type { ToolDefinition } from '#shared/tool'
import type { ModelRequest } from '../provider'
import { composeAnswer, composeFromExchanges } from './compose-answer'
import { explainNoCalls, introduce } from './introduce'
import type { PlannedCall } from './plan'
import { planStep } from './plan-step'
import { readTurn, type Turn } from './read-turn'

/** What the demo model says and does in one step. */
export interface Decision {
  readonly text: string
  readonly calls: readonly PlannedCall[]
}

const FOLLOW_UP = /^\W*(?:and|what about|how about|same for|now)\s+(?:in |for |with )?(.{1,60}?)\W*$/i

export function decide(request: ModelRequest): Decision {
  const turn = resolveFollowUp(readTurn(request.messages))
  const tools = selectTools(request)
  if (turn.exchanges.length === 0) {
    const introduction = introduce(turn.request, tools)
    if (introduction !== undefined) return { text: introduction, calls: [] }
  }
  if (tools.length === 0 && turn.exchanges.length > 0) return { text: composeFromExchanges(turn.exchanges), calls: [] }
  if (request.toolChoice === 'none' && request.tools.length > 0) return { text: explainNoCalls(), calls: [] }
  const step = planStep(turn, tools)
  return step.calls.length > 0 ? { text: announce(step.calls), calls: step.calls } : { text: composeAnswer(step, tools), calls: [] }
}

function selectTools({ tools, toolChoice }: ModelRequest): readonly ToolDefinition[] {
  if (toolChoice === 'none') return []
  return typeof toolChoice === 'object' ? tools.filter(tool => tool.name === toolChoice.tool) : tools
}

/** "And in Tokyo?" asks the previous question again about something else. */
function resolveFollowUp(turn: Turn): Turn {
  const subject = FOLLOW_UP.exec(turn.request)?.[1]
  const before = turn.previousRequest && /\p{Lu}[\p{L}-]+(?:\s+\p{Lu}[\p{L}-]+)*(?=\W*$)/u.exec(turn.previousRequest)?.[0]
  return subject && before && turn.previousRequest ? { ...turn, request: turn.previousRequest.replace(before, subject) } : turn
}

function announce(calls: readonly PlannedCall[]): string {
  const purposes = [...new Set(calls.map(call => call.purpose))]
  return `I call ${[...new Set(calls.map(call => `\`${call.tool.name}\``))].join(' and ')}: ${purposes.join(', ')}.`
}
