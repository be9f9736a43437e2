import { getRequestHeader } from 'h3'
import { z } from 'zod'
import { MESSAGE_LIMITS } from '#shared/message-content'
import { startRunSchema } from '#shared/run'
import { defineApiRoute } from '#server/utils/define-api-route'
import { idParams } from '#server/utils/route-params'
import { prefersEventStream } from '#server/utils/prefers-event-stream'
import { streamRun } from '#server/utils/stream-run'
import { validateInput } from '#server/utils/validate-input'

const idempotencyKeySchema = z.string().min(1).max(255).optional()

export default defineApiRoute({
  role: 'user',
  params: idParams,
  body: startRunSchema,
  bodyLimitBytes: MESSAGE_LIMITS.bodyBytes,
  status: 201,
  handler: async ({ actor, params, body, services, event }) => {
    const idempotencyKey = validateInput(idempotencyKeySchema, getRequestHeader(event, 'idempotency-key'), 'header Idempotency-Key')
    const run = await services.runs.start(actor, { ...body, conversationId: params.id, idempotencyKey })
    if (!prefersEventStream(event)) return { run }
    return streamRun(event, { actor, runId: run.id, after: 0, services })
  },
})
