import { setResponseHeaders } from 'h3'
import { z } from 'zod'
import { auditFilterSchema } from '#shared/audit'
import { readCallerSignal } from '#server/utils/caller-signal'
import { defineApiRoute } from '#server/utils/define-api-route'
import { sendChunks } from '#server/utils/send-chunks'

const MEDIA_TYPES = { jsonl: 'application/jsonl; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const

export default defineApiRoute({
  role: 'user',
  scope: 'audit',
  query: auditFilterSchema.extend({ format: z.enum(['jsonl', 'csv']).default('jsonl') }),
  handler: ({ actor, query: { format, ...filter }, services, event }) => services.audit.export({
    filter, reader: actor, format,
  }, async (lines) => {
    setResponseHeaders(event, { 'content-type': MEDIA_TYPES[format], 'content-disposition': `attachment; filename="audit.${format}"` })
    await sendChunks(event, lines, { closing: AbortSignal.any([services.closing, readCallerSignal(event, actor)]) })
  }),
})
