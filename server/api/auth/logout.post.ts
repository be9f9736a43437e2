import { defineApiRoute } from '../../utils/define-api-route'
import { clearSessionCookie } from '../../utils/session-cookie'

export default defineApiRoute({
  role: 'public',
  isUrgent: true,
  handler: async ({ actor, services, event }) => {
    if (actor) await services.access.logout(actor)
    clearSessionCookie(event, services.config)
  },
})
