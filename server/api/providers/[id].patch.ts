import { z } from 'zod'
import { providerPatchSchema } from '#shared/provider'
import { defineApiRoute } from '../../utils/define-api-route'

export default defineApiRoute({
  role: 'admin',
  params: z.object({ id: z.string() }),
  body: providerPatchSchema,
  handler: ({ actor, params, body, services }) => services.providers.update(actor, params.id, body),
})
