import { z } from 'zod'
import { describeProblems, isMediaOf, type VendorRules } from './vendor-rules'

const SENTINEL = 'skip_thought_signature_validator'
const inlineData = z.strictObject({ mimeType: z.string().regex(/^(?:image\/(?:png|jpeg|webp|heic|heif)|audio\/.+|video\/.+|application\/pdf)$/), data: z.string().min(1) }).refine(({ mimeType, data }) => isMediaOf(mimeType, data), 'the image appears to be of another type')
/** "the mime_type … is not supported in `function_response.parts`": fewer kinds than a person may send. */
const responseMedia = z.strictObject({ mimeType: z.enum(['image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain']), data: z.string().min(1) }).refine(({ mimeType, data }) => isMediaOf(mimeType, data), 'the image appears to be of another type')
const object = z.record(z.string(), z.unknown())
const functionCall = z.looseObject({ id: z.string().min(1).nullish(), name: z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/), args: object.nullish() })
const functionResponse = z.strictObject({
  id: z.string().min(1).optional(), name: z.string(), parts: z.array(z.strictObject({ inlineData: responseMedia })).min(1).optional(),
  response: object.refine(value => !JSON.stringify(value).includes('"$ref":'), 'a $ref key is taken for a reference to media'),
})
const partSchema = z.looseObject({
  text: z.string().optional(), functionCall: functionCall.optional(), functionResponse: functionResponse.optional(), inlineData: inlineData.optional(),
  thoughtSignature: z.string().min(1).optional(),
}).refine(({ text, thoughtSignature }) => text === undefined || text.trim() !== '' || thoughtSignature !== undefined, 'an empty text part')
const bodySchema = z.looseObject({ contents: z.array(z.looseObject({ role: z.enum(['user', 'model']), parts: z.array(partSchema).min(1) })).min(1) })
type Content = z.infer<typeof bodySchema>['contents'][number]

/** The rules of a model that checks signatures and takes media inside responses. */
export const rules: VendorRules = (body) => {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) return describeProblems(parsed.error)
  const { contents } = parsed.data
  const currentTurn = contents.findLastIndex(({ role, parts }) => role === 'user' && parts.some(part => part.functionResponse === undefined))
  return [
    ...(contents[0]?.role === 'user' ? [] : ['the first turn must be the user\'s']),
    ...(contents.at(-1)?.role === 'user' ? [] : ['the last turn must be the user\'s']),
    ...contents.flatMap((content, index) => checkResponses(content, contents[index - 1])),
    ...contents.flatMap((content, index) => content.role === 'model' && contents[index - 1]?.role === 'model' ? [`${index}: the model speaks twice`] : []),
    ...contents.flatMap((content, index) => responsesOf(content).length > 0 && content.parts.length > responsesOf(content).length ? [`${index}: other parts stand beside the responses`] : []),
    ...contents.flatMap((content, index) => checkCalls(content, contents[index + 1])),
    ...contents.flatMap((content, index) => checkSignatures(content, index > currentTurn)),
  ]
}

const callsOf = ({ role, parts }: Content) => role === 'model' ? parts.flatMap(part => part.functionCall ? [part.functionCall] : []) : []
const responsesOf = ({ role, parts }: Content) => role === 'user' ? parts.flatMap(part => part.functionResponse ? [part.functionResponse] : []) : []

function checkCalls(content: Content, next: Content | undefined): string[] {
  const count = callsOf(content).length
  return count > 0 && (!next || responsesOf(next).length !== count) ? ['the number of function response parts must equal the number of function call parts'] : []
}

function checkResponses(content: Content, before: Content | undefined): string[] {
  const responses = responsesOf(content)
  if (responses.length === 0) return []
  const calls = before ? callsOf(before) : []
  if (calls.length !== responses.length) return ['a function response turn must come immediately after a function call turn']
  return responses.flatMap((response, index) => {
    const call = calls[index]
    return call?.name === response.name && (call.id ?? undefined) === response.id ? [] : [`response ${index} does not match its call: ${call?.id} / ${response.id}`]
  })
}

function checkSignatures(content: Content, isCurrent: boolean): string[] {
  const signed = content.parts.filter(part => part.functionCall)
  const [first, ...siblings] = signed
  return [
    ...(isCurrent && first && !first.thoughtSignature ? ['function call is missing a thought_signature'] : []),
    ...(siblings.some(part => part.thoughtSignature === SENTINEL) ? ['the sentinel stands on more than the first call'] : []),
  ]
}
