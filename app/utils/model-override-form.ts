import type { CapabilityOverride, SettingSupport, ToolChoiceForm } from '#shared/model-capabilities'
import type { ReasoningEffort } from '#shared/model-settings'
import type { ModelOverride, ModelOverrideInput } from '#shared/provider'

/** `shipped`: as in the table that comes with Patchbay. */
export type Choice = 'shipped' | 'yes' | 'no'

/** The form of one model: text as typed, empty where the default applies. */
export interface OverrideForm {
  input: string
  cachedInput: string
  cacheWrite: string
  output: string
  contextWindow: string
  maxOutputTokens: string
  sameAs: string
  temperature: SettingSupport['temperature'] | 'shipped'
  efforts: ReasoningEffort[]
  forced: Choice
  parallel: Choice
  toolsWithEffort: Choice
}

const EVERY_CHOICE: ToolChoiceForm[] = ['auto', 'required', 'none', 'named']

export function toForm({ capabilities, prices }: ModelOverride = {}): OverrideForm {
  const text = (value: number | string | undefined) => value === undefined ? '' : String(value)
  const choice = (value: boolean | undefined): Choice => value === undefined ? 'shipped' : value ? 'yes' : 'no'
  return {
    input: text(prices?.input), cachedInput: text(prices?.cachedInput), cacheWrite: text(prices?.cacheWrite), output: text(prices?.output),
    contextWindow: text(capabilities?.contextWindow),
    maxOutputTokens: text(capabilities?.maxOutputTokens),
    sameAs: text(capabilities?.sameAs),
    temperature: capabilities?.temperature ?? 'shipped',
    efforts: [...capabilities?.efforts ?? []],
    forced: choice(capabilities?.toolChoices?.includes('required')),
    parallel: choice(capabilities?.parallelSwitch),
    toolsWithEffort: choice(capabilities?.toolsWithEffort),
  }
}

/** The input that the form holds. Numbers that are none come out as `NaN`, which the schema refuses with the field's name. */
export function fromForm(model: string, form: OverrideForm, before: ModelOverride = {}): ModelOverrideInput {
  const prices = compact(
    { input: number(form.input), cachedInput: number(form.cachedInput), cacheWrite: number(form.cacheWrite), output: number(form.output) },
  )
  const capabilities = compact<CapabilityOverride>({
    // Values that the form does not show stay as they are.
    ...before.capabilities,
    contextWindow: number(form.contextWindow),
    maxOutputTokens: number(form.maxOutputTokens),
    sameAs: form.sameAs.trim() || undefined,
    temperature: form.temperature === 'shipped' ? undefined : form.temperature,
    efforts: form.efforts.length > 0 ? form.efforts : undefined,
    toolChoices: form.forced === 'shipped' ? undefined : form.forced === 'yes' ? EVERY_CHOICE : ['auto', 'none'],
    parallelSwitch: flag(form.parallel),
    toolsWithEffort: flag(form.toolsWithEffort),
  })
  return {
    model,
    ...(Object.keys(prices).length > 0 && { prices: prices as ModelOverrideInput['prices'] }), // checked by the schema before it is sent
    ...(Object.keys(capabilities).length > 0 && { capabilities }),
  }
}

function number(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text)
}

function flag(choice: Choice): boolean | undefined {
  return choice === 'shipped' ? undefined : choice === 'yes'
}

function compact<Fields extends object>(fields: Fields): Partial<Fields> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present) as Partial<Fields> // only keys were removed
}
