import { z } from 'zod'
import { readCallerSignal } from '#server/utils/caller-signal'
import { defineApiRoute } from '#server/utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  scope: 'tools',
  params: z.object({ name: z.string().max(200) }),
  body: z.strictObject({ arguments: z.record(z.string(), z.unknown()).default({}) }),
  handler: ({ actor, params, body, services, event }) => services.tools.call(actor, {
    name: params.name, input: body.arguments, caller: readCallerSignal(event, actor),
  }),
})
