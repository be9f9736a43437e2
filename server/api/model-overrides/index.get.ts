import { defineApiRoute } from '../../utils/define-api-route'

export default defineApiRoute({
  role: 'admin',
  handler: async ({ services }) => ({
    items: await services.providers.listModelOverrides(), nextCursor: null, pricesAsOf: services.providers.pricesAsOf,
  }),
})
