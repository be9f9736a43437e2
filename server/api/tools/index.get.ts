import { defineApiRoute } from '#server/utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  scope: 'tools',
  handler: ({ actor, services }) => ({ items: services.tools.list(actor) }),
})
