import OpenAI from 'openai'
import type {
  ChatCompletionFunctionTool, ChatCompletionMessageFunctionToolCall as ToolCall, ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import { createBenchTools } from './bench-tools'
import { OFFERED_TOOLS, type Prompt } from './job'
import { callTool } from '../support/call-tool'

interface Tools {
  readonly offered: ChatCompletionFunctionTool[]
  readonly run: (call: ToolCall) => Promise<ChatCompletionMessageParam>
}

interface Answer { readonly text: string, readonly calls: ToolCall[] }

type OnDelta = (text: string) => void

/** The least that a program does which streams an answer, runs the called tools and asks again: no record, no checks. */
export async function createSdkLoop(baseURL: string, workspace: string): Promise<(prompt: Prompt, onDelta: OnDelta) => Promise<void>> {
  const client = new OpenAI({ apiKey: 'bench', baseURL })
  const tools = await createTools(workspace)
  return async (prompt, onDelta) => {
    const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: prompt }]
    for (;;) {
      const { text, calls } = await readAnswer(client, messages, { tools, onDelta })
      if (calls.length === 0) return
      messages.push({ role: 'assistant', content: text, tool_calls: calls }, ...await Promise.all(calls.map(tools.run)))
    }
  }
}

async function createTools(workspace: string): Promise<Tools> {
  const sources = createBenchTools(workspace)
  const context = { userId: '', signal: new AbortController().signal, idempotencyKey: '', onProgress: () => {} }
  const listed = (await Promise.all(sources.map(async source => (await source.listTools()).map(tool => ({ source, tool }))))).flat()
  const sourceOf = new Map(listed.map(({ source, tool }) => [tool.name, source]))
  return {
    offered: listed.map(({ tool }) => tool).filter(({ name }) => OFFERED_TOOLS.includes(name))
      .map(({ name, description, inputSchema }) => ({ type: 'function', function: { name, description, parameters: inputSchema } })),
    run: async ({ id, function: called }) => {
      const result = await callTool(sourceOf.get(called.name)!, called.name, JSON.parse(called.arguments), context)
      return { role: 'tool', tool_call_id: id, content: result.content.map(block => block.type === 'text' ? block.text : '').join('') }
    },
  }
}

interface Reading { readonly tools: Tools, readonly onDelta: OnDelta }

async function readAnswer(client: OpenAI, messages: ChatCompletionMessageParam[], { tools, onDelta }: Reading): Promise<Answer> {
  const stream = await client.chat.completions.create({
    model: 'bench', messages, tools: tools.offered, stream: true, stream_options: { include_usage: true },
  })
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
  return {
    text: pieces.join(''),
    calls: calls.map(({ id, name, pieces }) => ({ id, type: 'function', function: { name, arguments: pieces.join('') } })),
  }
}
