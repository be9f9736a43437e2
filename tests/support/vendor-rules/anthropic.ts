import { z } from 'zod'
import { describeProblems, isBlank, isMediaOf, type VendorRules } from './vendor-rules'

/** Written from the vendor's documentation, not from the adapter: what a request must keep so as not to be refused. */
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
const text = z.strictObject({ type: z.literal('text'), text: z.string().refine(value => !isBlank(value), 'text content blocks must be non-empty') })
const base64 = z.string().min(1, 'media cannot be empty')
const image = z.strictObject({ type: z.literal('image'), source: z.strictObject({ type: z.literal('base64'), media_type: z.enum(IMAGE_TYPES), data: base64 }).refine(({ media_type: type, data }) => isMediaOf(type, data), 'the image appears to be of another type') })
const document = z.strictObject({ type: z.literal('document'), title: z.string().min(1).max(500).optional(), source: z.strictObject({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data: base64 }) })
const callId = z.string().regex(/^[a-zA-Z0-9_-]+$/)
const call = z.looseObject({ type: z.literal('tool_use'), id: callId, name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/), input: z.record(z.string(), z.unknown()) })
const result = z.strictObject({
  type: z.literal('tool_result'), tool_use_id: callId, is_error: z.boolean().optional(),
  content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image, document]))]).optional(),
}).refine(({ is_error: isError, content }) => !isError || !Array.isArray(content) || content.every(block => block.type === 'text'), 'all content must be type text if is_error is true')
const thinking = z.looseObject({ type: z.literal('thinking'), signature: z.string().min(1) })
const redacted = z.looseObject({ type: z.literal('redacted_thinking'), data: z.string().min(1) })

const userMessage = z.strictObject({ role: z.literal('user'), content: z.array(z.discriminatedUnion('type', [text, image, document, result])).min(1) })
const assistantMessage = z.strictObject({ role: z.literal('assistant'), content: z.array(z.discriminatedUnion('type', [text, call, thinking, redacted])).min(1) })
  .refine(({ content }) => !content.at(-1)?.type.includes('thinking'), 'the final block in an assistant message cannot be `thinking`')
const bodySchema = z.looseObject({
  messages: z.array(z.discriminatedUnion('role', [userMessage, assistantMessage])).min(1),
  tools: z.array(z.unknown()).min(1).optional(),
  tool_choice: z.looseObject({ type: z.string() }).optional(),
  thinking: z.looseObject({ type: z.string() }).optional(),
})
type WireMessage = z.infer<typeof bodySchema>['messages'][number]

export const rules: VendorRules = (body) => {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) return describeProblems(parsed.error)
  const { messages, tools, tool_choice: choice, thinking: form } = parsed.data
  const calls = messages.flatMap(callsOf)
  return [
    ...(messages[0]?.role === 'user' ? [] : ['the first message must be the user\'s']),
    ...(messages.at(-1)?.role === 'user' ? [] : ['this model does not support assistant message prefill']),
    ...(new Set(calls).size === calls.length ? [] : ['tool_use ids must be unique']),
    ...(calls.length === 0 || tools ? [] : ['a history with tool_use needs tools']),
    ...messages.flatMap((message, index) => checkPlace(message, messages[index - 1])),
    ...(form?.type === 'enabled' ? checkThinking(messages, choice?.type) : []),
    ...(messages.at(-1) && callsOf(messages.at(-1)!).length > 0 ? ['tool_use ids were found without tool_result blocks at the end'] : []),
  ]
}

function callsOf(message: WireMessage): string[] {
  return message.role === 'assistant' ? message.content.flatMap(block => block.type === 'tool_use' ? [block.id] : []) : []
}

/** With thinking by a budget: no forced call, and the last set of calls and results must begin with thinking. */
function checkThinking(messages: readonly WireMessage[], choice: string | undefined): string[] {
  const forced = choice === 'any' || choice === 'tool' ? ['Thinking may not be enabled when tool_choice forces tool use.'] : []
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  if (last === -1 || callsOf(messages[last]!).length === 0) return forced
  const asked = messages.slice(0, last).findLastIndex(({ role, content }) => role === 'user' && content.some(({ type }) => type !== 'tool_result'))
  const begins = [messages[last], messages[asked + 1]].some(message => message?.content[0]?.type.includes('thinking'))
  return begins ? forced : [...forced, 'Expected `thinking` or `redacted_thinking`, but found `tool_use`']
}

function checkPlace(message: WireMessage, before: WireMessage | undefined): string[] {
  if (before?.role === message.role) return ['roles must alternate']
  if (message.role === 'assistant') return []
  const results = message.content.flatMap(block => block.type === 'tool_result' ? [block.tool_use_id] : [])
  const wanted = before ? callsOf(before) : []
  const leading = message.content.slice(0, results.length).every(block => block.type === 'tool_result')
  return [
    ...(results.toSorted().join() === wanted.toSorted().join() ? [] : [`tool_use without tool_result or the reverse: ${wanted.join()} / ${results.join()}`]),
    ...(leading ? [] : ['tool_result blocks must come first']),
  ]
}
