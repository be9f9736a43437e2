import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '#server/errors'
import { openaiChatProvider } from '#server/providers/openai-chat'
import { askUser } from '../support/providers/canonical-conversation'
import { startVendorServer, type VendorServer } from '../support/providers/vendor-server'
import { readAnswer } from '../support/read-answer'

let server: VendorServer
beforeEach(async () => {
  server = await startVendorServer()
})
afterEach(() => server.close())

async function refuse(status: number, body: unknown): Promise<AppError> {
  server.reply({
    status, headers: { 'content-type': 'application/json' }, frames: [typeof body === 'string' ? body : JSON.stringify(body)],
  })
  const error = await readAnswer(
    openaiChatProvider, { model: 'm', messages: [askUser('Hi')], tools: [] }, { baseUrl: `${server.origin}/v1` },
  ).catch((error: unknown) => error)
  if (!(error instanceof AppError)) throw new Error('The answer was no error of ours.')
  return error
}

it.each([
  ['OpenAI', 400, { error: { message: 'No such field.', type: 'invalid_request_error', code: null } }, 'No such field.'],
  ['vLLM', 400, { object: 'error', message: 'No such field.', type: 'BadRequestError', code: 400 }, 'No such field.'],
  ['Google', 400, [{ error: { code: 400, message: 'No such field.', status: 'INVALID_ARGUMENT' } }], 'No such field.'],
  ['Ollama', 400, { error: 'No such field.' }, 'No such field.'],
  [
    'FastAPI', 422, { detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted', input: 1 }] },
    'body.seed: Extra inputs are not permitted',
  ],
  [
    'Mistral', 422,
    {
      object: 'error', message: { detail: [{ loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] },
      type: 'invalid_request_error',
    },
    'body.seed: Extra inputs are not permitted',
  ],
  ['a gateway without a list', 404, { detail: 'Not Found' }, 'Not Found'],
  [
    'OpenRouter', 400,
    { error: { code: 400, message: 'Provider returned error', metadata: { raw: 'No such field.', provider_name: 'X' } } }, 'No such field.',
  ],
  [
    'OpenRouter for another', 400,
    { error: { code: 400, message: 'Provider returned error', metadata: { raw: '{\n "error": {"message": "No such field."}}' } } },
    'No such field.',
  ],
])('a person reads what %s said', async (_server, status, body, sentence) => {
  const { code, message } = await refuse(status, body)
  expect(code).toBe('provider-rejected')
  expect(message).toMatch(new RegExp(`It said: ${sentence}$`))
})

it('a page of HTML is not shown', async () => {
  expect((await refuse(502, '<html><body>Bad gateway</body></html>')).message).not.toContain('<')
})

it.each([
  [
    'a full account', { error: { message: 'Pay.', type: 'insufficient_quota', code: '429' } },
    { code: 'provider-rejected', kind: 'quota', retryable: false },
  ],
  [
    'a full account, by its code', { error: { message: 'Pay.', type: 'insufficient_quota', code: 'insufficient_quota' } },
    { code: 'provider-rejected', kind: 'quota', retryable: false },
  ],
  [
    'too much at once, in a list', [{ error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' } }],
    { code: 'provider-rate-limited', retryable: true },
  ],
])('status 429 for %s is told apart', async (_case, body, expected) => {
  expect(await refuse(429, body)).toMatchObject(expected)
})

it('a conversation that does not fit is told by its type, though its code is a number', async () => {
  expect(await refuse(400, {
    error: { code: 400, message: 'Too much.', type: 'exceed_context_size_error', n_ctx: 4096 },
  })).toMatchObject({ kind: 'context-length' })
})
