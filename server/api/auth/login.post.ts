import { loginSchema } from '#shared/account'
import { defineApiRoute } from '../../utils/define-api-route'
import { readClientAddress } from '../../utils/request-origin'
import { setSessionCookie } from '../../utils/session-cookie'

export default defineApiRoute({
  role: 'public',
  body: loginSchema,
  // Anyone may send one, so it is no larger than the form needs.
  bodyLimitBytes: 16 * 1024,
  handler: async ({ body, services, event }) => {
    const session = await services.access.login(body, readClientAddress(event, services.config))
    setSessionCookie(event, services.config, session)
    return { user: session.user, needsSetup: false }
  },
})
