import { z } from 'zod'

/** What a server says in the body of an error, wherever it says it. */
export interface ErrorBody {
  readonly code?: string | number | null
  readonly type?: string | null
  readonly message: string
}

const bodySchema = z.looseObject({
  code: z.union([z.string(), z.number()]).nullish().catch(undefined),
  type: z.string().nullish().catch(undefined),
  message: z.unknown().optional(),
  error: z.unknown().optional(),
  detail: z.unknown().optional(),
  metadata: z.object({ raw: z.string() }).optional().catch(undefined),
})
const complaintSchema = z.object({ msg: z.string(), loc: z.array(z.union([z.string(), z.number()])).catch([]) })

/**
 * Absent when the error holds no body in a known form: the SDK's own words must do. Beside OpenAI's `{error: {message}}`
 * there are a list around it (Google), `detail` (servers made with FastAPI, Mistral), and the upstream's answer in
 * `metadata.raw` under the words "Provider returned error" (OpenRouter).
 */
export function readErrorBody(error: unknown): ErrorBody | undefined {
  // The SDK keeps what stood under `error` in the body, and the whole body where nothing did.
  return readBody(error instanceof Error ? 'error' in error && error.error : error)
}

function readBody(body: unknown): ErrorBody | undefined {
  const value: unknown = Array.isArray(body) ? body[0] : body
  if (typeof value === 'string') return { message: value }
  const { data: parsed } = bodySchema.safeParse(value)
  if (!parsed) return undefined
  const { code, type, metadata } = parsed
  const message = readUpstream(metadata?.raw) ?? readMessage(parsed.message) ?? readMessage(parsed.detail)
  return message === undefined ? readBody(parsed.error) : { code, type, message }
}

/** The upstream's body as it came, which mostly is JSON itself. */
function readUpstream(raw: string | undefined): string | undefined {
  if (!raw) return undefined
  try {
    return readBody(JSON.parse(raw))?.message ?? raw
  }
  catch {
    // Not JSON: a sentence.
    return raw
  }
}

/** A sentence, or a list of complaints about single fields. */
function readMessage(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (!Array.isArray(value)) return typeof value === 'object' && value !== null && 'detail' in value ? readMessage(value.detail) : undefined
  const complaints = value.flatMap((entry) => {
    const { data } = complaintSchema.safeParse(entry)
    return data ? [`${data.loc.join('.')}: ${data.msg}`] : []
  })
  return complaints.length > 0 ? complaints.join('; ') : undefined
}
