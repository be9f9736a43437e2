import { defineApiRoute } from '../../utils/define-api-route'
import { idParams } from '../../utils/route-params'

export default defineApiRoute({
  role: 'admin',
  isUrgent: true,
  params: idParams,
  handler: ({ actor, params, services }) => services.access.deleteUser(actor, params.id),
})
