import { defineApiRoute } from '../../utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  scope: 'admin',
  isUrgent: true,
  handler: async ({ actor, services }) => ({ items: await services.access.listTokens(actor), nextCursor: null }),
})
