import { defineApiRoute } from '../../utils/define-api-route'

export default defineApiRoute({
  role: 'public',
  handler: ({ actor, services }) => services.access.describeSession(actor),
})
