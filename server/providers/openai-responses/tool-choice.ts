import type { ToolChoiceFunction, ToolChoiceOptions } from 'openai/resources/responses/responses'
import type { ToolChoice } from '#shared/model-settings'
import type { ToolNameMap } from '../kit/tool-names'

export function toWireToolChoice(choice: ToolChoice, names: ToolNameMap): ToolChoiceOptions | ToolChoiceFunction {
  return typeof choice === 'string' ? choice : { type: 'function', name: names.toWire(choice.tool) }
}
