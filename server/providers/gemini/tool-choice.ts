import type { ToolChoice } from '#shared/model-settings'
import type { TranslatedTools } from '../kit/tools/translate-tools'

export interface WireToolConfig {
  readonly functionCallingConfig: {
    readonly mode: 'AUTO' | 'ANY' | 'NONE' | 'VALIDATED'
    readonly allowedFunctionNames?: readonly string[]
  }
}

/** `VALIDATED` is the nearest to strict: it may answer in words, but arguments follow the schema. It holds for all tools. */
export function toWireToolConfig(
  choice: ToolChoice, { names, isStrict }: Pick<TranslatedTools<unknown>, 'names' | 'isStrict'>,
): WireToolConfig {
  if (typeof choice === 'object') return { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [names.toWire(choice.tool)] } }
  const modes = { auto: isStrict ? 'VALIDATED' : 'AUTO', required: 'ANY', none: 'NONE' } as const
  return { functionCallingConfig: { mode: modes[choice] } }
}
