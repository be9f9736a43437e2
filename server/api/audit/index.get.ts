import { auditFilterSchema } from '#shared/audit'
import { pageQuerySchema } from '#shared/page'
import { defineApiRoute } from '#server/utils/define-api-route'

export default defineApiRoute({
  role: 'user',
  scope: 'audit',
  query: auditFilterSchema.extend(pageQuerySchema.shape),
  handler: ({ actor, query: { cursor, limit, ...filter }, services }) =>
    services.audit.list(filter, { cursor, limit }, actor),
})
