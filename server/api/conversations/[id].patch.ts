import { conversationInputSchema } from '#shared/conversation'
import { defineApiRoute } from '#server/utils/define-api-route'
import { idParams } from '#server/utils/route-params'

export default defineApiRoute({
  role: 'user',
  params: idParams,
  body: conversationInputSchema,
  handler: ({ actor, params, body, services }) => services.conversations.update(actor, params.id, body),
})
