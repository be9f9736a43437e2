import type { ContentBlock } from '#shared/content'
import type { Message } from '#shared/message'
import type { ToolOutcome } from '#shared/tool-outcome'

/** A call that was made since the last request, and what came of it. */
export interface Exchange {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly outcome: ToolOutcome
}

/** What the demo model knows when it is asked for a step: the request, and everything done about it so far. */
export interface Turn {
  readonly request: string
  readonly previousRequest?: string
  readonly exchanges: readonly Exchange[]
}

/** What it reads of a request. Its rules look through every word many times, and a longer request has no more to it for them. */
const READ_CHARACTERS = 4000
/** What it reads of a run of blanks: rules that look for blanks between words try each of them as the first. */
const READ_BLANKS = 20

export function readTurn(messages: readonly Message[]): Turn {
  const last = messages.findLastIndex(message => message.role === 'user')
  const previous = messages.slice(0, Math.max(last, 0)).findLast(message => message.role === 'user')
  return {
    request: readRequest(messages[last]),
    ...(previous && { previousRequest: readRequest(previous) }),
    exchanges: readExchanges(messages.slice(last + 1)),
  }
}

function readRequest(message: Message | undefined): string {
  if (message?.role !== 'user') return ''
  return readText(message.content).slice(0, READ_CHARACTERS).replace(/\s+/g, blanks => blanks.slice(0, READ_BLANKS))
}

export function readText(content: readonly ContentBlock[]): string {
  return content
    .map((block) => {
      if (block.type === 'text') return block.text
      return block.type === 'resource' ? block.resource.text ?? '' : ''
    })
    .filter(text => text !== '')
    .join('\n')
}

function readExchanges(messages: readonly Message[]): Exchange[] {
  const outcomes = new Map(messages.flatMap(message => message.role === 'tool' ? message.results : [])
    .map(result => [result.callId, result.outcome]))
  return messages.flatMap(message => message.role === 'assistant' ? message.parts : []).flatMap((part) => {
    const outcome = part.type === 'tool-call' ? outcomes.get(part.callId) : undefined
    if (part.type !== 'tool-call' || !outcome || !part.arguments.ok) return []
    return [{ name: part.name, arguments: part.arguments.value, outcome }]
  })
}
