import { z } from 'zod'
import { defineApiRoute } from '#server/utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  scope: 'tools',
  params: z.object({ name: z.string().max(200) }),
  body: z.strictObject({ arguments: z.record(z.string(), z.unknown()).default({}) }),
  handler: ({ actor, params, body, services }) => services.tools.call(actor, params.name, body.arguments),
})
