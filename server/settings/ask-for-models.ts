import { AppError } from '#server/errors'
import type { ModelInfo } from '#server/providers/provider'
import type { ConfiguredProvider } from './configured-provider'
import { requireAdapter, type ProviderContext } from './provider-context'
import { connect } from './resolve-model'

/** What came of asking a vendor for its models. */
export type ModelAnswer
  = | { readonly ok: true, readonly models: readonly ModelInfo[] }
    /** It answers, but has no such list, as some small servers do. */
    | { readonly ok: true, readonly models: null }
    | { readonly ok: false, readonly reason: string }

/** Asks once, and gives up after `timeoutMs` whatever the adapter does. An error is an answer too: nothing is thrown. */
export async function askForModels(context: ProviderContext, configured: ConfiguredProvider, timeoutMs: number): Promise<ModelAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const connection = connect(context, configured)
    const listing = requireAdapter(context, configured).listModels(connection, signal)
    return { ok: true, models: await Promise.race([listing, rejectOnAbort(signal)]) }
  }
  catch (error) {
    if (signal.aborted) return { ok: false, reason: `"${configured.name}" did not answer within ${timeoutMs / 1000} seconds.` }
    if (hasNoList(error)) return { ok: true, models: null }
    return { ok: false, reason: explain(error, configured, context) }
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error /* a timeout's reason is a DOMException */), { once: true })
  })
}

// The vendors' SDKs put the HTTP status on their errors; the adapters keep those as the cause.
function hasNoList(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'status' in cause && (cause.status === 404 || cause.status === 405)
}

function explain(error: unknown, { name }: ConfiguredProvider, { hideSecrets }: Pick<ProviderContext, 'hideSecrets'>): string {
  return error instanceof AppError ? hideSecrets(error.message) : `"${name}" could not be asked.`
}
