import { defineApiRoute } from '../../utils/define-api-route'

export default defineApiRoute({
  role: 'public',
  isUrgent: true,
  handler: ({ actor, services }) => services.access.describeSession(actor),
})
