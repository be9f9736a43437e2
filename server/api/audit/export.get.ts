import { sendIterable, setResponseHeader } from 'h3'
import { z } from 'zod'
import { auditFilterSchema } from '#shared/audit'
import { defineApiRoute } from '#server/utils/define-api-route'

const MEDIA_TYPES = { jsonl: 'application/jsonl; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const

export default defineApiRoute({
  role: 'user',
  scope: 'audit',
  query: auditFilterSchema.extend({ format: z.enum(['jsonl', 'csv']).default('jsonl') }),
  handler: ({ actor, query: { format, ...filter }, services, event }) => {
    setResponseHeader(event, 'content-type', MEDIA_TYPES[format])
    setResponseHeader(event, 'content-disposition', `attachment; filename="audit.${format}"`)
    return sendIterable(event, services.audit.exportLines(filter, actor, format))
  },
})
