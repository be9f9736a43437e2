import type { SettingSupport } from '#shared/model-capabilities'
import type { ModelSettings, ReasoningEffort, ToolChoice } from '#shared/model-settings'

/** Least first. Not taken from the schema, which would bring the whole validator along. */
export const REASONING_EFFORTS: readonly ReasoningEffort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Why a setting has no effect with the chosen model, in words; a setting that is missing here can be used. */
export type SettingNotes = Readonly<Partial<Record<keyof ModelSettings, string>>>

interface Chosen {
  /** Absent: a model that no list knows; it may take everything. */
  readonly support?: SettingSupport
  readonly settings: ModelSettings
  readonly toolCount: number
}

export function settingNotes({ support, settings, toolCount }: Chosen): SettingNotes {
  const noTools = toolCount === 0
    ? {
        toolChoice: 'No tools are on in this chat.', parallelToolCalls: 'No tools are on in this chat.',
      }
    : {}
  if (!support) return noTools
  const temperature = temperatureNote(support, settings.reasoningEffort)
  const effort = effortNote(support, toolCount)
  return {
    ...(!support.parallelSwitch && { parallelToolCalls: 'Not supported by this model.' }),
    ...(temperature && { temperature }),
    ...(effort && { reasoningEffort: effort }),
    ...noTools,
  }
}

function temperatureNote({ temperature }: SettingSupport, effort: ReasoningEffort | undefined): string | undefined {
  if (temperature === 'never') return 'Not supported by this model.'
  if (temperature === 'effort-none' && effort !== 'none') return 'Only with reasoning effort “none”.'
  if (temperature === 'without-effort' && effort !== undefined && effort !== 'none') return 'Not supported with reasoning.'
  return undefined
}

function effortNote({ efforts, toolsWithEffort }: SettingSupport, toolCount: number): string | undefined {
  if (efforts.length === 0) return 'Not supported by this model.'
  return toolCount > 0 && !toolsWithEffort ? 'Not supported with tools; reasoning is off.' : undefined
}

/** Why a choice of tools has no effect, for the line under the list; undefined when the model obeys it. */
export function toolChoiceNote(
  choice: ToolChoice, support: SettingSupport | undefined, effort: ReasoningEffort | undefined,
): string | undefined {
  if (!support || choice === 'auto') return undefined
  const form = typeof choice === 'object' ? 'named' : choice
  if (!support.toolChoices.includes(form)) {
    return form === 'none'
      ? 'Ignored by this server; its calls are denied.'
      : 'Not supported by this model; Auto is used.'
  }
  const isForced = form !== 'none'
  const isReasoning = effort !== undefined && effort !== 'none'
  if (isForced && !support.forcedWithEffort && isReasoning) return 'Not supported with reasoning; Auto is used.'
  return isForced ? 'Applies to the first call of each answer.' : undefined
}

/** Settings without what is at its default, so that "none set" is an empty object. */
export function withoutDefaults(settings: ModelSettings): ModelSettings {
  const { toolChoice, parallelToolCalls, ...rest } = settings
  return {
    ...(toolChoice !== undefined && toolChoice !== 'auto' && { toolChoice }),
    ...(parallelToolCalls === false && { parallelToolCalls }),
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  }
}
