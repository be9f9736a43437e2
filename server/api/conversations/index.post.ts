import { conversationInputSchema } from '#shared/conversation'
import { defineApiRoute } from '#server/utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  body: conversationInputSchema,
  status: 201,
  handler: ({ actor, body, services }) => services.conversations.create(actor, body),
})
