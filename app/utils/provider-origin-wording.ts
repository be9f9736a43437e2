import type { ProviderListing } from '#shared/provider'

export const PROVIDER_ORIGIN_WORDING: Readonly<Record<ProviderListing['origin'], { readonly label: string, readonly description: string }>> = {
  'environment': { label: 'Environment', description: 'Set by environment variables. Change it there and restart.' },
  'built-in': { label: 'Built in', description: 'Part of Patchbay. Needs no key and no network.' },
  'admin': { label: 'Added here', description: 'Added by an administrator. The key is stored encrypted.' },
}
