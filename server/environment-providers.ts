import { z } from 'zod'
import type { Provider, ProviderEnvironment } from './providers/provider'

/** A provider that the environment names. */
export interface EnvironmentProvider {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly apiKey?: string
  readonly baseUrl?: string
}

type Adapter = Pick<Provider, 'setup'>
type Declared = ProviderEnvironment & { readonly kind: string }
type Values = Readonly<Record<string, string | undefined>>

export const environmentUrl = z.url({ protocol: /^https?$/ }).transform(value => value.replace(/\/+$/, ''))
const key = z.string().trim().min(1)

/** The variables that the adapters declare, each optional. */
export function toEnvironmentSchema(adapters: readonly Adapter[]): z.ZodType<Values> {
  const declared = listDeclared(adapters)
  const choices = Map.groupBy(declared.flatMap(({ choice }) => choice ?? []), ({ variable }) => variable)
  return z.object({
    ...Object.fromEntries(declared.flatMap(({ keys }) => keys).map(name => [name, key.optional()])),
    ...Object.fromEntries(declared.map(({ baseUrl }) => [baseUrl, environmentUrl.optional()])),
    ...Object.fromEntries([...choices].map(([name, options]) => [name, z.enum(options.map(({ value }) => value)).optional()])),
  })
}

/** At most one provider of each id, in the order of the register. */
export function readEnvironmentProviders(adapters: readonly Adapter[], values: Values): readonly EnvironmentProvider[] {
  const sharers = Map.groupBy(listDeclared(adapters), ({ id }) => id)
  return [...sharers.values()].flatMap((sharing) => {
    const meant = sharing.find(declared => isMeant(declared, values))
    return meant ? readProvider(meant, values) : []
  })
}

function readProvider({ id, kind, name, keys, ...declared }: Declared, values: Values): readonly EnvironmentProvider[] {
  const apiKey = keys.map(variable => values[variable]).find(value => value !== undefined)
  const baseUrl = values[declared.baseUrl]
  const isThere = apiKey !== undefined || (declared.addressSuffices && baseUrl !== undefined)
  return isThere ? [{ id, kind, name, apiKey, baseUrl }] : []
}

function isMeant({ choice, baseUrl }: Declared, values: Values): boolean {
  if (!choice) return true
  const chosen = values[choice.variable]
  return chosen === undefined ? choice.fits(values[baseUrl]) : chosen === choice.value
}

function listDeclared(adapters: readonly Adapter[]): readonly Declared[] {
  return adapters.flatMap(({ setup }) => setup.origin === 'addable' && setup.environment
    ? [{ ...setup.environment, kind: setup.kind }]
    : [])
}
