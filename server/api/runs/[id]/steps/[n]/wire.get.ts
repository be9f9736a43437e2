import { z } from 'zod'
import { defineApiRoute } from '#server/utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  params: z.object({ id: z.uuid(), n: z.coerce.number().int().min(1).max(1000) }),
  handler: ({ actor, params, services }) => services.runs.readWire(actor, params.id, params.n),
})
