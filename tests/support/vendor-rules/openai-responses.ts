import { z } from 'zod'
import { describeProblems, isBlank, isDataUrl, isJsonObject, type VendorRules } from './vendor-rules'

const inputText = z.strictObject({ type: z.literal('input_text'), text: z.string().refine(value => !isBlank(value), 'empty text') })
const inputImage = z.strictObject({ type: z.literal('input_image'), detail: z.string(), image_url: z.string().regex(/^data:image\/(?:png|jpeg|gif|webp);base64,./, 'invalid image').refine(isDataUrl, 'the image appears to be of another type') })
const inputFile = z.strictObject({ type: z.literal('input_file'), filename: z.string().min(1), file_data: z.string().regex(/^data:application\/pdf;base64,./) })
const content = z.discriminatedUnion('type', [inputText, inputImage, inputFile])
const callId = z.string().min(1).max(64)

const itemSchema = z.discriminatedUnion('type', [
  z.discriminatedUnion('role', [
    z.strictObject({ type: z.literal('message'), role: z.literal('user'), content: z.array(content).min(1) }),
    z.looseObject({ type: z.literal('message'), role: z.literal('assistant'), content: z.array(z.looseObject({ type: z.enum(['output_text', 'refusal']) })).min(1) }),
  ]),
  z.looseObject({
    type: z.literal('function_call'), call_id: callId, id: z.string().startsWith('fc').optional(), name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    arguments: z.string().refine(isJsonObject, 'arguments must be the JSON text of an object'),
  }),
  z.strictObject({ type: z.literal('function_call_output'), call_id: callId, output: z.union([z.string(), z.array(content).min(1)]) }),
  // Nothing is stored, so an id alone would not be found.
  z.looseObject({ type: z.literal('reasoning'), id: z.string().startsWith('rs'), encrypted_content: z.string().min(1) }),
])
const bodySchema = z.looseObject({ input: z.array(itemSchema).min(1), store: z.literal(false) })

export const rules: VendorRules = (body) => {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) return describeProblems(parsed.error)
  const { input } = parsed.data
  const calls = input.flatMap(item => item.type === 'function_call' ? [item.call_id] : [])
  const outputs = input.flatMap(item => item.type === 'function_call_output' ? [item.call_id] : [])
  return [
    ...(new Set(calls).size === calls.length ? [] : ['duplicate call_id']),
    ...(calls.toSorted().join() === outputs.toSorted().join() ? [] : [`no tool output for a call, or no call for an output: ${calls.join()} / ${outputs.join()}`]),
    ...input.flatMap((item, index) => {
      const next = input[index + 1]
      const isFollowed = next?.type === 'function_call' || next?.type === 'reasoning' || (next?.type === 'message' && next.role === 'assistant')
      return item.type === 'reasoning' && !isFollowed ? [`${index}: reasoning was provided without its required following item`] : []
    }),
    ...input.flatMap((item, index) => item.type === 'function_call_output' && input.findIndex(other => other.type === 'function_call' && other.call_id === item.call_id) > index ? [`${index}: an output before its call`] : []),
  ]
}
