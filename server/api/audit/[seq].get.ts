import { z } from 'zod'
import { defineApiRoute } from '#server/utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  scope: 'audit',
  params: z.object({ seq: z.coerce.number().int().positive() }),
  handler: ({ actor, params, services }) => services.audit.find(params.seq, actor),
})
