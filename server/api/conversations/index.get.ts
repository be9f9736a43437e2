import { pageQuerySchema } from '#shared/page'
import { defineApiRoute } from '#server/utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  query: pageQuerySchema,
  handler: ({ actor, query, services }) => services.conversations.list(actor, query),
})
