/** A value that no case knows: code that is older than its data, such as a page from before an update of the server. */
export class UnexpectedValueError extends Error {
  override readonly name = 'UnexpectedValueError'
}

const SHOWN_CHARACTERS = 200

/** Ends a switch over a closed union: the compiler reports a missing case here. */
export function assertNever(value: never): never {
  throw new UnexpectedValueError(`Unexpected value: ${JSON.stringify(value).slice(0, SHOWN_CHARACTERS)}`)
}
