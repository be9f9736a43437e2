import { setResponseHeaders } from 'h3'
import { z } from 'zod'
import { defineApiRoute } from '#server/utils/define-api-route'
import { idParams } from '#server/utils/route-params'

const MEDIA_TYPES = { json: 'application/json; charset=utf-8', md: 'text/markdown; charset=utf-8' } as const

export default defineApiRoute({
  role: 'user',
  params: idParams,
  query: z.strictObject({ format: z.enum(['json', 'md']).default('json') }),
  handler: async ({ actor, params, query: { format }, services, event }) => {
    const { text, disposition } = await services.conversations.export(actor, params.id, format)
    setResponseHeaders(event, { 'content-type': MEDIA_TYPES[format], 'content-disposition': disposition })
    return text
  },
})
