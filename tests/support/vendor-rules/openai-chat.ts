import { z } from 'zod'
import { describeProblems, isBlank, isDataUrl, isJsonObject, type VendorRules } from './vendor-rules'

/** The official service's rules, and those of the servers with strict templates: roles take turns. */
const textPart = z.strictObject({ type: z.literal('text'), text: z.string().refine(value => !isBlank(value), 'empty text part') })
const imagePart = z.strictObject({ type: z.literal('image_url'), image_url: z.strictObject({ url: z.string().regex(/^data:image\/(?:png|jpeg|gif|webp);base64,./, 'invalid image').refine(isDataUrl, 'the image appears to be of another type') }) })
const filePart = z.strictObject({ type: z.literal('file'), file: z.strictObject({ filename: z.string().min(1), file_data: z.string().regex(/^data:application\/pdf;base64,./) }) })
const audioPart = z.strictObject({ type: z.literal('input_audio'), input_audio: z.strictObject({ data: z.string().min(1), format: z.enum(['wav', 'mp3']) }) })
const callId = z.string().min(1)
const call = z.looseObject({
  id: callId, type: z.literal('function'),
  function: z.looseObject({ name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/), arguments: z.string().refine(isJsonObject, 'arguments must be the JSON text of an object') }),
})
const messageSchema = z.discriminatedUnion('role', [
  z.strictObject({ role: z.enum(['system', 'developer']), content: z.string().min(1) }),
  z.strictObject({ role: z.literal('user'), content: z.union([z.string().refine(value => !isBlank(value), 'empty message'), z.array(z.discriminatedUnion('type', [textPart, imagePart, filePart, audioPart])).min(1)]) }),
  z.looseObject({ role: z.literal('assistant'), content: z.string().nullable(), tool_calls: z.array(call).min(1).max(128).optional() })
    .refine(({ content, tool_calls: calls }) => calls ? content !== '' : content !== null, 'null content only beside calls, and never the empty string there'),
  z.strictObject({ role: z.literal('tool'), tool_call_id: callId, content: z.string().min(1) }),
])
const bodySchema = z.looseObject({ messages: z.array(messageSchema).min(1) })
type WireMessage = z.infer<typeof messageSchema>

export const rules: VendorRules = (body) => {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) return describeProblems(parsed.error)
  const { messages } = parsed.data
  const problems: string[] = []
  let open: string[] = []
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id)) problems.push(`${index}: a tool message must follow the call it answers`)
      open = open.filter(id => id !== message.tool_call_id)
      continue
    }
    if (open.length > 0) problems.push(`${index}: tool_calls must be followed by tool messages: ${open.join()}`)
    if (message.role === 'user' && messages[index - 1]?.role === 'user') problems.push(`${index}: roles must alternate`)
    open = callsOf(message)
    if (new Set(open).size !== open.length) problems.push(`${index}: an id twice in one message`)
  }
  return open.length > 0 ? [...problems, `calls without an answer at the end: ${open.join()}`] : problems
}

function callsOf(message: WireMessage): string[] {
  return message.role === 'assistant' ? message.tool_calls?.map(({ id }) => id) ?? [] : []
}
