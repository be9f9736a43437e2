import type { ToolChoice as WireToolChoice } from '@anthropic-ai/sdk/resources/messages'
import type { ToolChoice } from '#shared/model-settings'
import type { ToolNameMap } from '../kit/tool-names'
import type { Translation } from '../provider'
import { takesForcedToolChoice } from './model-family'

export function toWireToolChoice(choice: ToolChoice, model: string, names: ToolNameMap): Translation<WireToolChoice> {
  if (choice === 'auto' || choice === 'none') return { wire: { type: choice }, warnings: [] }
  if (!takesForcedToolChoice(model)) {
    const warning = { path: '/toolChoice', keyword: 'toolChoice', action: 'rewritten' as const, reason: `${model} refuses a forced tool call; it decides by itself.` }
    return { wire: { type: 'auto' }, warnings: [warning] }
  }
  return { wire: choice === 'required' ? { type: 'any' } : { type: 'tool', name: names.toWire(choice.tool) }, warnings: [] }
}
