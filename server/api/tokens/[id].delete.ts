import { z } from 'zod'
import { defineApiRoute } from '../../utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  scope: 'admin',
  isUrgent: true,
  params: z.object({ id: z.string() }),
  handler: ({ actor, params, services }) => services.access.revokeToken(actor, params.id),
})
