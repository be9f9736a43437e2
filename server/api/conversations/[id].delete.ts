import { defineApiRoute } from '#server/utils/define-api-route'
import { idParams } from '#server/utils/route-params'

export default defineApiRoute({
  role: 'user',
  params: idParams,
  handler: ({ actor, params, services }) => services.conversations.remove(actor, params.id),
})
