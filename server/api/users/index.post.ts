import { userInputSchema } from '#shared/account'
import { defineApiRoute } from '../../utils/define-api-route'

export default defineApiRoute({
  role: 'admin',
  status: 201,
  body: userInputSchema,
  handler: ({ actor, body, services }) => services.access.createUser(actor, body),
})
