import type { ProviderListing } from '#shared/provider'

const WITHOUT_HINT = { 'stored': 'set', 'environment': 'set in the environment', 'not-required': 'not required', 'none': 'none' } as const

/** Where a provider's key comes from, with its last characters where it is long enough to show them. */
export function keyWording({ key, keyHint }: Pick<ProviderListing, 'key' | 'keyHint'>): string {
  if (!keyHint) return WITHOUT_HINT[key]
  return key === 'environment' ? `•••• ${keyHint} from the environment` : `•••• ${keyHint}`
}
