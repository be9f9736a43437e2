import { AppError } from '#server/errors'

/** An answer with more calls, or with more pieces of any kind where calls are among them, is none and is broken off. */
export const MAX_CALLS_PER_ANSWER = 1024

export function createCallLimitError(label: string): AppError {
  return new AppError('provider-protocol', `${label} made more than ${MAX_CALLS_PER_ANSWER} calls in one answer, so it was broken off.`)
}
