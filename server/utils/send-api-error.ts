import { consola } from 'consola'
import { setResponseHeader, setResponseStatus } from 'h3'
import type { H3Event } from 'h3'
import type { ApiError } from '#shared/api-error'
import { AppError, HTTP_STATUS } from '#server/errors'

/** Sets status and headers for an error, and answers the one error body of the API. */
export function sendApiError(event: H3Event, error: unknown, requestId: string): { readonly error: ApiError } | undefined {
  const known = error instanceof AppError ? error : new AppError('internal', 'x', { cause: error })
  const status = HTTP_STATUS[known.code]
  if (status === 500) consola.error(`[${requestId}] ${event.method} ${event.path.split('?')[0]}`, error)
  // The answer has begun: what it says can no longer be changed, only ended.
  if (event.node.res.headersSent) {
    event.node.res.destroy()
    return undefined
  }
  setResponseStatus(event, status)
  if (known.retryAfterMs !== undefined) setResponseHeader(event, 'retry-after', Math.ceil(known.retryAfterMs / 1000))
  return { error: { code: known.code, message: readableMessage(known, requestId), requestId, details: known.details } }
}

function readableMessage(error: AppError, requestId: string): string {
  if (error.code !== 'internal') return error.message
  return `Internal error. See the server log for request ${requestId}.`
}
