import type { ChatCompletionToolChoiceOption } from 'openai/resources/chat/completions'
import type { ToolChoice } from '#shared/model-settings'
import type { ToolNameMap } from '../kit/tool-names'

export function toWireToolChoice(choice: ToolChoice, names: ToolNameMap): ChatCompletionToolChoiceOption {
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: names.toWire(choice.tool) } }
}
