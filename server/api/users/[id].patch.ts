import { userPatchSchema } from '#shared/account'
import { defineApiRoute } from '../../utils/define-api-route'
import { idParams } from '../../utils/route-params'

export default defineApiRoute({
  role: 'admin',
  params: idParams,
  body: userPatchSchema,
  handler: ({ actor, params, body, services }) => services.access.updateUser(actor, params.id, body),
})
