import { z } from 'zod'
import { defineApiRoute } from '../../utils/define-api-route'

export default defineApiRoute({
  role: 'admin',
  params: z.object({ id: z.string() }),
  handler: ({ actor, params, services }) => services.providers.remove(actor, params.id),
})
