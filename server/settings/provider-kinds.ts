import type { ProviderKindListing } from '#shared/provider'
import { invalidField } from '#server/errors'
import type { Provider, ProviderSetup } from '#server/providers/provider'

type AddableSetup = Extract<ProviderSetup, { origin: 'addable' }>
type Adapter = Pick<Provider, 'setup' | 'needsKey' | 'officialBaseUrl' | 'profiles'>

/** What an admin may add, in the order of the register. */
export function listKinds(adapters: readonly Adapter[]): readonly ProviderKindListing[] {
  return adapters.flatMap(adapter => adapter.setup.origin === 'addable' ? [toKindListing(adapter, adapter.setup)] : [])
}

/** The adapter for a kind that an admin asks for. */
export function requireAddable<Known extends Adapter>(adapters: readonly Known[], kind: string): Known {
  const addable = adapters.filter(({ setup }) => setup.origin === 'addable')
  const found = addable.find(({ setup }) => setup.kind === kind)
  if (found) return found
  const kinds = addable.map(({ setup }) => `"${setup.kind}"`).join(', ')
  throw invalidField('kind', `No provider of the kind "${kind}" can be added. "kind" is one of ${kinds}.`)
}

/** The variable that gives the environment's provider of this id its key, for the sentences that tell a person what to set. */
export function findKeyVariable(adapters: readonly Adapter[], id: string): string | undefined {
  return adapters.flatMap(({ setup }) => setup.origin === 'addable'
    ? setup.environment ?? []
    : []).find(environment => environment.id === id)?.keys[0]
}

function toKindListing({ needsKey, officialBaseUrl, profiles }: Adapter, setup: AddableSetup): ProviderKindListing {
  const { kind, kindLabel, description, ownServer } = setup
  return {
    kind,
    label: kindLabel,
    description,
    ...(ownServer ? { ownServer } : { officialBaseUrl }),
    needsKey,
    variables: listVariables(setup, needsKey),
    profiles: profiles.map(({ id, label }) => ({ id, label })),
  }
}

/** What it needs first: the key, or the address of a server that often asks for none. */
function listVariables({ environment }: AddableSetup, needsKey: boolean): readonly string[] {
  if (!environment) return []
  const { keys: [key], baseUrl } = environment
  return needsKey ? [key, baseUrl] : [baseUrl, key]
}
