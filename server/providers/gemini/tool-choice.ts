import type { ToolChoice } from '#shared/model-settings'
import type { ToolNameMap } from '../kit/tool-names'

export interface WireToolConfig {
  readonly functionCallingConfig: { readonly mode: 'AUTO' | 'ANY' | 'NONE', readonly allowedFunctionNames?: readonly string[] }
}

export function toWireToolConfig(choice: ToolChoice, names: ToolNameMap): WireToolConfig {
  if (typeof choice === 'object') return { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [names.toWire(choice.tool)] } }
  const modes = { auto: 'AUTO', required: 'ANY', none: 'NONE' } as const
  return { functionCallingConfig: { mode: modes[choice] } }
}
