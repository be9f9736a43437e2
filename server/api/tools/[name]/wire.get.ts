import { z } from 'zod'
import { defineApiRoute } from '#server/utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  scope: 'tools',
  params: z.object({ name: z.string().max(200) }),
  handler: ({ actor, params, services }) => ({ items: services.tools.readWires(actor, params.name) }),
})
