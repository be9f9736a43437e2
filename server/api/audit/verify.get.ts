import { defineApiRoute } from '#server/utils/define-api-route'
import { readCallerSignal } from '#server/utils/caller-signal'

export default defineApiRoute({
  role: 'reviewer',
  scope: 'audit',
  handler: ({ actor, services, event }) => services.audit.verify({ userId: actor.userId, signal: readCallerSignal(event, actor) }),
})
