import { z } from 'zod'
import { defineApiRoute } from '../../utils/define-api-route'

/** The model is in the query: its id holds slashes. */
export default defineApiRoute({
  role: 'admin',
  query: z.strictObject({ model: z.string().min(1).max(240) }),
  handler: ({ actor, query, services }) => services.providers.removeModelOverride(actor, query.model),
})
