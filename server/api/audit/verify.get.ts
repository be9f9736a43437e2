import { defineApiRoute } from '#server/utils/define-api-route'

export default defineApiRoute({
  role: 'reviewer',
  scope: 'audit',
  handler: ({ services }) => services.audit.verify(),
})
