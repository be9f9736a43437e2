import { providers } from '#server/providers'
import type { Provider } from '#server/providers/provider'
import { cohereProvider, createCohereProvider } from '../../fixtures/example-provider/cohere'
import type { ProviderHarness } from './provider-harness'
import { readFrame, toFrame } from './wire-frame'

export interface WiredProvider {
  /** Also the adapter's id. */
  readonly id: string
  /** In titles of tests. */
  readonly name: string
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
  return { id: provider.id, name: provider.id, provider, harness }
}

/** The providers that the contract suites run against: the registered ones, and the worked example of a vendor without an SDK. */
export const wired: readonly WiredProvider[] = [...registered, addHarness(cohereProvider)]

/**
 * The same, and the worked example with one JSON value a line: for what depends on how a vendor separates events. Its golden files
 * are those of the example, because the framing may not change what an answer says.
 */
export const inEachFraming: readonly WiredProvider[] = [...wired, toNdjson(addHarness(cohereProvider))]

function toNdjson({ id, harness }: WiredProvider): WiredProvider {
  return {
    id,
    name: `${id} in NDJSON`,
    provider: createCohereProvider('ndjson'),
    harness: {
      ...harness,
      framing: 'ndjson',
      namesEvents: false,
      toFrames: answer => harness.toFrames(answer).map(toLine),
      toErrorFrames: message => harness.toErrorFrames(message).map(toLine),
    },
  }
}

function toLine(frame: string): string {
  return toFrame('ndjson', readFrame(frame))
}

export function findHarness(id: string): ProviderHarness {
  const found = wired.find(entry => entry.id === id)
  if (!found) throw new Error(`There is no provider ${id} with a harness.`)
  return found.harness
}
