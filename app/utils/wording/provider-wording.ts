import type { ProviderListing, ModelListing } from '#shared/provider'
import { formatCount } from '~/utils/format-number'

export const PROVIDER_ORIGIN_WORDING: Readonly<Record<ProviderListing['origin'], {
  readonly label: string
  readonly description: string
}>> = {
  'environment': { label: 'Environment', description: 'Set by environment variables. Change it there and restart.' },
  'built-in': { label: 'Built in', description: 'Built into Patchbay. Needs no key or network.' },
  'admin': { label: 'Added here', description: 'Added by an administrator. The key is stored encrypted.' },
}

const WITHOUT_HINT = { 'stored': 'set', 'environment': 'set in the environment', 'not-required': 'not required', 'none': 'none' } as const

/** Where a provider's key comes from, with its last characters where it is long enough to show them. */
export function keyWording({ key, keyHint }: Pick<ProviderListing, 'key' | 'keyHint'>): string {
  if (!keyHint) return WITHOUT_HINT[key]
  return key === 'environment' ? `•••• ${keyHint} from the environment` : `•••• ${keyHint}`
}

/** What a model costs, in one line; dollars per million tokens. */
export function describePrices(prices: ModelListing['prices']): string {
  if (!prices) return 'price unknown'
  const { input, output, cachedInput, longPrompt } = prices
  if (input === 0 && output === 0) return 'free'
  const cached = cachedInput === undefined ? '' : `, $${cachedInput} cached`
  const long = longPrompt ? `; more above ${formatCount(longPrompt.above)}` : ''
  return `$${input} in${cached}, $${output} out${long}`
}

/** The settings that a model supports, in a few words each, without those that every model supports. */
export function describeSupport({ settings, capabilities }: Pick<ModelListing, 'settings' | 'capabilities'>): readonly string[] {
  return [
    capabilities.tools ? '' : 'no tools',
    settings.efforts.length > 0 ? `effort ${settings.efforts.at(0)} to ${settings.efforts.at(-1)}` : 'no effort',
    settings.temperature === 'always' ? '' : settings.temperature === 'never' ? 'no temperature' : 'temperature without reasoning',
    settings.toolChoices.includes('required') ? '' : 'no forced call',
    settings.parallelSwitch ? '' : 'no parallel switch',
    settings.toolsWithEffort ? '' : 'tools without reasoning',
  ].filter(Boolean)
}
