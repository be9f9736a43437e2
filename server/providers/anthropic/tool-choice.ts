import type { ToolChoice as WireToolChoice } from '@anthropic-ai/sdk/resources/messages'
import type { ModelSettings } from '#shared/model-settings'
import type { ToolNameMap } from '../kit/tool-names'

/** Whether calls may be parallel is part of the choice here. A choice of none has no such part. */
export function toWireToolChoice({ toolChoice = 'auto', parallelToolCalls }: ModelSettings, names: ToolNameMap): WireToolChoice {
  if (toolChoice === 'none') return { type: 'none' }
  const oneAtATime = parallelToolCalls === false && { disable_parallel_tool_use: true }
  if (toolChoice === 'auto') return { type: 'auto', ...oneAtATime }
  return toolChoice === 'required' ? { type: 'any', ...oneAtATime } : { type: 'tool', name: names.toWire(toolChoice.tool), ...oneAtATime }
}
