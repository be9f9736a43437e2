import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerWith } from './worker-process'

const SHORT_ANSWER_WORDS = 20
/** A few paragraphs, as most answers to a person are. */
const ANSWER_WORDS = 200
const FLOOD_DELTAS = 5000
const PIECE_CHARACTERS = 4

interface ChatRequest { readonly messages: readonly { readonly role: string, readonly content: unknown }[] }

function toLine(delta: object, finishReason: string | null = null): string {
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }] })}\n\n`
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
const END = `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [], usage: USAGE })}\n\ndata: [DONE]\n\n`

function say(deltas: number): string[] {
  return Array.from({ length: deltas }, (_, index) => toLine({ content: ` word${index}` }))
}

function call(name: string, input: object): string[] {
  const text = JSON.stringify(input)
  const pieces = text.match(new RegExp(`.{1,${PIECE_CHARACTERS}}`, 'g')) ?? []
  return [
    toLine({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name, arguments: '' } }] }),
    ...pieces.map(piece => toLine({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
  ]
}

const SHORT_FINAL = [...say(SHORT_ANSWER_WORDS), toLine({}, 'stop'), END]
const FINAL = [...say(ANSWER_WORDS), toLine({}, 'stop'), END]
const TURN = [...say(SHORT_ANSWER_WORDS), ...call('calculate', { expression: '19.90 * 3 + 4.50' }), toLine({}, 'tool_calls'), END]
const FLOOD = [...say(FLOOD_DELTAS), toLine({}, 'stop'), END]

function writeFileOf(characters: number): string[] {
  return [...call('write_file', { path: 'bench.txt', content: 'abcdefgh'.repeat(characters / 8) }), toLine({}, 'tool_calls'), END]
}

function choose({ messages }: ChatRequest): readonly string[] {
  const last = messages.at(-1)
  if (last?.role === 'tool') return JSON.stringify(messages).includes('in short') ? SHORT_FINAL : FINAL
  const text = JSON.stringify(last?.content)
  const size = /arguments (\d+)/.exec(text)?.[1]
  if (size) return writeFileOf(Number(size))
  return text.includes('deltas') ? FLOOD : TURN
}

/** Each piece is its own write, as a vendor sends them; all are sent as fast as the reader takes them. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await request.setEncoding('utf8').toArray()
  const lines = choose(JSON.parse(body.join('')))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const line of lines) if (!response.write(line)) await once(response, 'drain')
  response.end()
}

const server = createServer((request, response) => void answer(request, response))
answerWith(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
