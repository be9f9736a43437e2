import { modelOverrideInputSchema } from '#shared/provider'
import { defineApiRoute } from '../../utils/define-api-route'

/** The model is in the body: its id holds slashes. */
export default defineApiRoute({
  role: 'admin',
  body: modelOverrideInputSchema,
  handler: ({ actor, body, services }) => services.providers.putModelOverride(actor, body),
})
