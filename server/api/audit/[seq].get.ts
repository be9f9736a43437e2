import { z } from 'zod'
import { wholeNumberSchema } from '#shared/whole-number'
import { defineApiRoute } from '#server/utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  scope: 'audit',
  params: z.object({ seq: wholeNumberSchema.pipe(z.number().positive()) }),
  handler: ({ actor, params, services }) => services.audit.find(params.seq, actor),
})
