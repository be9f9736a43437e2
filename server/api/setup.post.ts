import { setupSchema } from '#shared/account'
import { defineApiRoute } from '../utils/define-api-route'
import { setSessionCookie } from '../utils/session-cookie'

export default defineApiRoute({
  role: 'public',
  status: 201,
  body: setupSchema,
  // Anyone may send one, so it is no larger than the form needs.
  bodyLimitBytes: 16 * 1024,
  handler: async ({ body, services, event }) => {
    const session = await services.access.completeSetup(body)
    setSessionCookie(event, services.config, session)
    return { user: session.user, needsSetup: false }
  },
})
