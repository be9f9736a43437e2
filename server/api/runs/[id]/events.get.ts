import { getRequestHeader } from 'h3'
import { z } from 'zod'
import { wholeNumberSchema } from '#shared/whole-number'
import { defineApiRoute } from '#server/utils/define-api-route'
import { idParams } from '#server/utils/route-params'
import { streamRun } from '#server/utils/stream-run'

export default defineApiRoute({
  role: 'user',
  params: idParams,
  query: z.strictObject({ after: wholeNumberSchema.default(0) }),
  handler: async ({ actor, params, query, services, event }) => {
    // A browser that reconnects by itself names the newest event it has; that one is newer than the address.
    const after = Math.max(query.after, wholeNumberSchema.catch(0).parse(getRequestHeader(event, 'last-event-id')))
    if (getRequestHeader(event, 'accept')?.startsWith('application/json')) {
      return { items: await services.runs.listEvents(actor, params.id, after) }
    }
    return streamRun(event, { actor, runId: params.id, after, services })
  },
})
