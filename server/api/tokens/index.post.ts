import { tokenInputSchema } from '#shared/account'
import { defineApiRoute } from '../../utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  scope: 'admin',
  status: 201,
  body: tokenInputSchema,
  handler: ({ actor, body, services }) => services.access.createToken(actor, body),
})
