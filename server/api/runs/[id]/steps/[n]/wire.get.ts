import { z } from 'zod'
import { wholeNumberSchema } from '#shared/whole-number'
import { defineApiRoute } from '#server/utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  params: z.object({ id: z.uuid(), n: wholeNumberSchema.pipe(z.number().min(1).max(1000)) }),
  handler: ({ actor, params, services }) => services.runs.readWire(actor, params.id, params.n),
})
