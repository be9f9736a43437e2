import { z } from 'zod'
import { toolPatchSchema } from '#shared/tool'
import { defineApiRoute } from '#server/utils/define-api-route'

export default defineApiRoute({
  role: 'admin',
  params: z.object({ name: z.string().max(200) }),
  body: toolPatchSchema,
  handler: ({ actor, params, body, services }) => services.tools.update(actor, params.name, body),
})
