import type { SettingSupport } from '#shared/model-capabilities'
import { reasoningEffortSchema, type ModelSettings, type ReasoningEffort, type ToolChoice } from '#shared/model-settings'
import type { TranslationWarning } from '#shared/run-event'
import type { ModelRequest } from '../../provider'

export interface FittedSettings {
  /** What may be sent. Without tools there is neither a choice nor a switch for parallel calls. */
  readonly settings: ModelSettings
  readonly warnings: readonly TranslationWarning[]
}

interface Fit<Value> { readonly value?: Value, readonly warnings: readonly TranslationWarning[] }

/** The temperature that every model has when nobody says one. */
const USUAL_TEMPERATURE = 1

/** The settings as far as this model takes them; everything left out or changed is said. */
export function fitSettings(request: Pick<ModelRequest, 'model' | 'tools' | keyof ModelSettings>, support: SettingSupport): FittedSettings {
  const effort = fitEffort(request, support)
  const temperature = fitTemperature(request, support, effort.value)
  const tokens = fitMaxTokens(request, support)
  const choice = fitToolChoice(request, support, effort.value)
  const parallel = fitParallel(request, support)
  return {
    settings: {
      ...(choice.value !== undefined && { toolChoice: choice.value }),
      ...(parallel.value !== undefined && { parallelToolCalls: parallel.value }),
      ...(tokens.value !== undefined && { maxOutputTokens: tokens.value }),
      ...(temperature.value !== undefined && { temperature: temperature.value }),
      ...(effort.value !== undefined && { reasoningEffort: effort.value }),
    },
    warnings: [effort, temperature, tokens, choice, parallel].flatMap(({ warnings }) => warnings),
  }
}

export function isReasoningEffort(effort: ReasoningEffort | undefined): boolean {
  return effort !== undefined && effort !== 'none'
}

function fitEffort(
  { model, tools, reasoningEffort: wish }: Parameters<typeof fitSettings>[0], support: SettingSupport,
): Fit<ReasoningEffort> {
  const { efforts } = support
  if (tools.length > 0 && !support.toolsWithEffort) return fitEffortBesideTools(model, wish, efforts)
  if (wish === undefined) return { warnings: [] }
  if (efforts.length === 0) return { warnings: [warn('reasoningEffort', 'removed', `${model} has no setting for how much it reasons.`)] }
  const value = nearestEffort(wish, efforts)
  if (value === wish) return { value, warnings: [] }
  return {
    value,
    warnings: [warn('reasoningEffort', 'rewritten', `${model} knows no reasoning effort "${wish}"; "${value}" is the nearest it has.`)],
  }
}

/** Always sent explicitly, because a model without the field reasons, and then refuses the tools. */
function fitEffortBesideTools(model: string, wish: ReasoningEffort | undefined, efforts: readonly ReasoningEffort[]): Fit<ReasoningEffort> {
  const advice = 'Use a provider of the kind OpenAI, which speaks the Responses interface, to have both.'
  if (!efforts.includes('none')) {
    return { warnings: [warn('reasoningEffort', 'removed', `${model} takes no tools in this interface. ${advice}`)] }
  }
  if (wish === 'none') return { value: 'none', warnings: [] }
  return {
    value: 'none',
    warnings: [warn('reasoningEffort', 'rewritten', `${model} takes tools in this interface only without reasoning. ${advice}`)],
  }
}

/** The most it offers that is not above the wish, so that nobody pays for more than they asked for; else the least. */
function nearestEffort(wish: ReasoningEffort, efforts: readonly ReasoningEffort[]): ReasoningEffort {
  const order = reasoningEffortSchema.options
  const offered = order.filter(effort => efforts.includes(effort))
  const below = offered.filter(effort => order.indexOf(effort) <= order.indexOf(wish)).at(-1)
  // Not to think at all is another thing than to think little.
  return (below === 'none' && wish !== 'none' ? offered.find(effort => effort !== 'none') : below) ?? offered[0] ?? wish
}

function fitTemperature(
  { model, temperature: wish }: Parameters<typeof fitSettings>[0], support: SettingSupport, effort: ReasoningEffort | undefined,
): Fit<number> {
  if (wish === undefined) return { warnings: [] }
  const reason = explainTemperature(model, support, effort)
  if (reason) return { warnings: wish === USUAL_TEMPERATURE ? [] : [warn('temperature', 'removed', reason)] }
  const value = Math.min(wish, support.maxTemperature)
  if (value === wish) return { value, warnings: [] }
  return { value, warnings: [warn('temperature', 'rewritten', `${model} takes a temperature up to ${value}.`)] }
}

function explainTemperature(model: string, { temperature }: SettingSupport, effort: ReasoningEffort | undefined): string | undefined {
  switch (temperature) {
    case 'always':
      return undefined
    case 'without-effort':
      return isReasoningEffort(effort) ? `${model} takes no temperature while it reasons.` : undefined
    case 'effort-none':
      return effort === 'none' ? undefined : `${model} takes a temperature only with the reasoning effort "none".`
    case 'never':
      return `${model} takes no temperature.`
    default:
      return temperature satisfies never
  }
}

/** A model rejects a token limit above its own. */
function fitMaxTokens(
  { model, maxOutputTokens: wish }: Parameters<typeof fitSettings>[0], { maxOutputTokens: most }: SettingSupport,
): Fit<number> {
  if (wish === undefined || most === undefined || wish <= most) return { value: wish, warnings: [] }
  return { value: most, warnings: [warn('maxOutputTokens', 'rewritten', `${model} writes at most ${most} tokens.`)] }
}

function fitToolChoice(
  { model, tools, toolChoice: wish = 'auto' }: Parameters<typeof fitSettings>[0],
  support: SettingSupport,
  effort: ReasoningEffort | undefined,
): Fit<ToolChoice> {
  if (tools.length === 0) return { warnings: [] }
  const reason = explainChoice(model, wish, support)
    ?? (isForced(wish) && isReasoningEffort(effort) && !support.forcedWithEffort
      ? `${model} refuses a forced tool call while it reasons; it decides by itself.`
      : undefined)
    ?? (typeof wish === 'object'
      && !tools.some(tool => tool.name === wish.tool)
      ? `The tool ${wish.tool} is not offered, so it cannot be forced.`
      : undefined)
  return reason === undefined ? { value: wish, warnings: [] } : { value: 'auto', warnings: [warn('toolChoice', 'rewritten', reason)] }
}

function explainChoice(model: string, wish: ToolChoice, { toolChoices }: SettingSupport): string | undefined {
  const form = typeof wish === 'object' ? 'named' : wish
  if (form === 'auto' || toolChoices.includes(form)) return undefined
  if (form === 'none') return `${model} does not obey an order to call no tool; a call it makes is refused.`
  return `${model} refuses a forced tool call; it decides by itself.`
}

function isForced(choice: ToolChoice): boolean {
  return choice !== 'auto' && choice !== 'none'
}

function fitParallel(
  { model, tools, parallelToolCalls: wish }: Parameters<typeof fitSettings>[0], { parallelSwitch }: SettingSupport,
): Fit<boolean> {
  if (wish === undefined || tools.length === 0) return { warnings: [] }
  if (parallelSwitch) return { value: wish, warnings: [] }
  // All models may call several tools at once, so a yes loses nothing.
  return { warnings: wish ? [] : [warn('parallelToolCalls', 'removed', `${model} cannot be told to make one call at a time.`)] }
}

function warn(keyword: keyof ModelSettings, action: TranslationWarning['action'], reason: string): TranslationWarning {
  return { path: `/settings/${keyword}`, keyword, action, reason }
}
