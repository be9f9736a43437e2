import OpenAI from 'openai'
import type { ChatCompletionFunctionTool, ChatCompletionMessageFunctionToolCall, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { createBenchTools } from './bench-tools'
import { createDeltaTimer, OFFERED_TOOLS, playTurns, type Prompt, type TurnTimes } from './job'
import { answerWith } from './worker-process'
import { callTool } from '../support/call-tool'

// The floor: the least that a program does which streams an answer, runs the called tools and asks again. No server, no
// record, no checks.
const [baseURL, workspace = ''] = process.argv.slice(2)
const client = new OpenAI({ apiKey: 'bench', baseURL })
const sources = createBenchTools(workspace)
const context = { userId: '', signal: new AbortController().signal, idempotencyKey: '', onProgress: () => {} }

async function listTools(): Promise<ChatCompletionFunctionTool[]> {
  const definitions = (await Promise.all(sources.map(source => source.listTools()))).flat()
  return definitions.filter(({ name }) => OFFERED_TOOLS.includes(name))
    .map(({ name, description, inputSchema }) => ({ type: 'function', function: { name, description, parameters: inputSchema } }))
}

const tools = await listTools()

async function runTool({ id, function: called }: ChatCompletionMessageFunctionToolCall): Promise<ChatCompletionMessageParam> {
  const source = sources[called.name === 'calculate' ? 0 : 1]!
  const result = await callTool(source, called.name, JSON.parse(called.arguments), context)
  return { role: 'tool', tool_call_id: id, content: result.content.map(block => block.type === 'text' ? block.text : '').join('') }
}

interface Answer { readonly text: string, readonly calls: ChatCompletionMessageFunctionToolCall[] }

async function readAnswer(messages: ChatCompletionMessageParam[], onDelta: (text: string) => void): Promise<Answer> {
  const stream = await client.chat.completions.create({ model: 'bench', messages, tools, stream: true, stream_options: { include_usage: true } })
  const pieces: string[] = []
  const calls: { id: string, name: string, pieces: string[] }[] = []
  for await (const chunk of stream) {
    const delta = chunk.choices[0]?.delta
    if (delta?.content) {
      pieces.push(delta.content)
      onDelta(delta.content)
    }
    for (const { index, id = '', function: called } of delta?.tool_calls ?? []) {
      calls[index] ??= { id, name: called?.name ?? '', pieces: [] }
      calls[index].pieces.push(called?.arguments ?? '')
    }
  }
  return { text: pieces.join(''), calls: calls.map(({ id, name, pieces }) => ({ id, type: 'function', function: { name, arguments: pieces.join('') } })) }
}

async function playTurn(prompt: Prompt): Promise<TurnTimes> {
  const timer = createDeltaTimer()
  const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: prompt }]
  for (;;) {
    const { text, calls } = await readAnswer(messages, timer.count)
    if (calls.length === 0) return timer.times
    messages.push({ role: 'assistant', content: text, tool_calls: calls }, ...await Promise.all(calls.map(runTool)))
  }
}

answerWith(job => playTurns(job, () => playTurn(job.prompt)))
