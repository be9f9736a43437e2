import { getRequestHeader } from 'h3'
import { MESSAGE_LIMITS } from '#shared/message-content'
import { startRunSchema } from '#shared/run'
import { defineApiRoute } from '#server/utils/define-api-route'
import { idParams } from '#server/utils/route-params'
import { prefersEventStream } from '#server/utils/prefers-event-stream'
import { streamRun } from '#server/utils/stream-run'

export default defineApiRoute({
  role: 'user',
  params: idParams,
  body: startRunSchema,
  bodyLimitBytes: MESSAGE_LIMITS.bodyBytes,
  status: 201,
  handler: async ({ actor, params, body, services, event }) => {
    const idempotencyKey = getRequestHeader(event, 'idempotency-key')
    const run = await services.runs.start(actor, { ...body, conversationId: params.id, idempotencyKey })
    if (!prefersEventStream(event)) return { run }
    return streamRun(event, { actor, runId: run.id, after: 0, services })
  },
})
