import type { FinishReason } from './run-event'

/**
 * Whether an answer broke off before it had made a call. The model is then asked again, and the half is left out of
 * the conversation: it would read as a finished answer. `finishReason` is that of the step's end, if it has one.
 */
export function isHalf(finishReason: FinishReason | undefined, parts: readonly { readonly type: string }[]): boolean {
  const brokeOff = finishReason === undefined || finishReason === 'cancelled'
  return brokeOff && parts.every(({ type }) => type !== 'call' && type !== 'tool-call')
}
