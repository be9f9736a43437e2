import type { CallArguments } from '#shared/message'

/**
 * Always the text of an object: several servers parse the history and fail on anything else. What did not parse is
 * shown to the model inside one, so that it can see its mistake.
 */
export function toArgumentsText(args: CallArguments): string {
  return JSON.stringify(args.ok ? args.value : { unparsed_arguments: args.text })
}
