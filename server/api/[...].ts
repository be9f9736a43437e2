import { defineApiRoute } from '../utils/define-api-route'
import { refuseUnknownRoute } from '../utils/refuse-unknown-route'

export default defineApiRoute({ role: 'public', handler: ({ event }) => refuseUnknownRoute(event) })
