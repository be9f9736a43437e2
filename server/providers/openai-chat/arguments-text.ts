import type { CallArguments } from '#shared/message'
import { stringifyWellFormed } from '../kit/request/well-formed'

/**
 * Always the text of an object: several servers parse the history and fail on anything else. What did not parse is
 * shown to the model inside one, so that it can see its mistake. Whole characters only: once more in JSON, halves look whole.
 */
export function toArgumentsText(args: CallArguments): string {
  return stringifyWellFormed(args.ok ? args.value : { unparsed_arguments: args.text })
}
