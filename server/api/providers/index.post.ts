import { providerInputSchema } from '#shared/provider'
import { defineApiRoute } from '../../utils/define-api-route'

export default defineApiRoute({
  role: 'admin',
  status: 201,
  body: providerInputSchema,
  handler: ({ actor, body, services }) => services.providers.create(actor, body),
})
