import { defineApiRoute } from '#server/utils/define-api-route'
import { idParams } from '#server/utils/route-params'

export default defineApiRoute({
  role: 'user',
  isUrgent: true,
  params: idParams,
  handler: ({ actor, params, services }) => services.runs.cancel(actor, params.id),
})
