import { defineApiRoute } from '../utils/define-api-route'
import { rejectUnknownRoute } from '../utils/reject-unknown-route'

export default defineApiRoute({ role: 'public', handler: ({ event }) => rejectUnknownRoute(event) })
