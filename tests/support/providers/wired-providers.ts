import { providers } from '#server/providers'
import type { Provider } from '#server/providers/provider'
import { cohereProvider } from '../../fixtures/example-provider/cohere'
import type { ProviderHarness } from './provider-harness'

export interface WiredProvider {
  readonly id: string
  readonly provider: Provider
  readonly harness: ProviderHarness
}

const harnesses = import.meta.glob<{ readonly harness: ProviderHarness }>('../../fixtures/providers/*/harness.ts', { eager: true })

/** The registered providers that call a server. One without a harness fails every suite that loads this file. */
export const registered: readonly WiredProvider[] = providers.filter(({ officialBaseUrl }) => officialBaseUrl !== '').map(addHarness)

function addHarness(provider: Provider): WiredProvider {
  const file = `fixtures/providers/${provider.id}/harness.ts`
  const harness = harnesses[`../../${file}`]?.harness
  if (!harness) throw new Error(`The provider ${provider.id} has no tests/${file}.`)
  return { id: provider.id, provider, harness }
}

/** The providers that the contract suites run against: the registered ones, and the worked example of a vendor without an SDK. */
export const wired: readonly WiredProvider[] = [...registered, addHarness(cohereProvider)]

export function findHarness(id: string): ProviderHarness {
  const found = wired.find(entry => entry.id === id)
  if (!found) throw new Error(`There is no provider ${id} with a harness.`)
  return found.harness
}
