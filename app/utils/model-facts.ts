import type { ModelListing } from '#shared/provider'
import { formatCount } from './format-count'

/** What a model costs, in one line; dollars per million tokens. */
export function describePrices(prices: ModelListing['prices']): string {
  if (!prices) return 'price unknown'
  const { input, output, cachedInput, longPrompt } = prices
  if (input === 0 && output === 0) return 'free'
  const cached = cachedInput === undefined ? '' : `, $${cachedInput} cached`
  const long = longPrompt ? `; more above ${formatCount(longPrompt.above)}` : ''
  return `$${input} in${cached}, $${output} out${long}`
}

/** What a model takes of the settings, in a few words each; what every model takes is not said. */
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
