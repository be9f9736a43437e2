import { SLOW_TOOL_CALLS } from './job'

const SHORT_ANSWER_WORDS = 20
/** A few paragraphs, as most answers to a person are. */
const ANSWER_WORDS = 200
const FLOOD_DELTAS = 5000
const PIECE_CHARACTERS = 4

export interface ChatRequest { readonly messages: readonly { readonly role: string, readonly content: unknown }[] }

function toEvent(fields: object): string {
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench', ...fields })}\n\n`
}

function toLine(delta: object, finishReason: string | null = null): string {
  return toEvent({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }] })
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
const END = `${toEvent({ choices: [], usage: USAGE })}data: [DONE]\n\n`

export function toDelta(text: string): string {
  return toLine({ content: ` ${text}` })
}

export const STOP = [toLine({}, 'stop'), END]
const CALL = [toLine({}, 'tool_calls'), END]

function say(deltas: number): string[] {
  return Array.from({ length: deltas }, (_, index) => toDelta(`word${index}`))
}

function call(name: string, input: object, index = 0): string[] {
  const text = JSON.stringify(input)
  const pieces = text.match(new RegExp(`.{1,${PIECE_CHARACTERS}}`, 'g')) ?? []
  return [
    toLine({ tool_calls: [{ index, id: `call_${index + 1}`, type: 'function', function: { name, arguments: '' } }] }),
    ...pieces.map(piece => toLine({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]
}

const SHORT_FINAL = [...say(SHORT_ANSWER_WORDS), ...STOP]
const FINAL = [...say(ANSWER_WORDS), ...STOP]
const TURN = [...say(SHORT_ANSWER_WORDS), ...call('calculate', { expression: '19.90 * 3 + 4.50' }), ...CALL]
const FLOOD = [...say(FLOOD_DELTAS), ...STOP]
const SLOW_CALLS = [
  ...Array.from({ length: SLOW_TOOL_CALLS }, (_, index) => call('get_weather', { city: `City ${index}` }, index)).flat(),
  ...CALL,
]

function writeFileOf(characters: number): string[] {
  return [...call('write_file', { path: 'bench.txt', content: 'abcdefgh'.repeat(characters / 8) }), ...CALL]
}

/** What the scripted model answers when neither its pace nor its content depends on the time. */
export function chooseAnswer({ messages }: ChatRequest): readonly string[] {
  const last = messages.at(-1)
  if (last?.role === 'tool') return JSON.stringify(messages).includes('in short') ? SHORT_FINAL : FINAL
  const text = JSON.stringify(last?.content)
  const size = /arguments (\d+)/.exec(text)?.[1]
  if (size) return writeFileOf(Number(size))
  if (text.includes('slow tools')) return SLOW_CALLS
  return text.includes('deltas') ? FLOOD : TURN
}
