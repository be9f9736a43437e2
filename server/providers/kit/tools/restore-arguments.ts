import type { Emit } from '../stream/answer-reader'
import type { TranslatedTools } from './translate-tools'

/** Hands each call on with the arguments that the tool itself wants, whatever its translation made the model write. */
export function restoreArguments(emit: Emit, tools: Pick<TranslatedTools<unknown>, 'readArguments'>): Emit {
  return event => emit(event.type === 'tool-call' ? { ...event, arguments: tools.readArguments(event.name, event.arguments) } : event)
}
