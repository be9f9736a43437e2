import { loginSchema } from '#shared/account'
import { defineApiRoute } from '../../utils/define-api-route'
import { readDeviceCookie, setDeviceCookie } from '../../utils/device-cookie'
import { readClientAddress } from '../../utils/request-origin'
import { setSessionCookie } from '../../utils/session-cookie'

export default defineApiRoute({
  role: 'public',
  body: loginSchema,
  // Anyone may send one, so it is no larger than the form needs.
  bodyLimitBytes: 16 * 1024,
  handler: async ({ body, services, event }) => {
    const { config } = services
    const client = { address: readClientAddress(event, config), deviceCookie: readDeviceCookie(event, config, body.email) }
    const session = await services.access.login(body, client)
    setSessionCookie(event, config, session)
    setDeviceCookie(event, config, session)
    return { user: session.user, needsSetup: false }
  },
})
