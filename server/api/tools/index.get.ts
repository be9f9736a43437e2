import { defineApiRoute } from '#server/utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  scope: 'tools',
  handler: async ({ actor, services }) => ({ items: await services.tools.list(actor) }),
})
