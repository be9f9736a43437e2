import type { Provider } from '#server/providers/provider'
import { registered, type WiredProvider } from './wired-providers'

/** One provider as the environment configures it for a server at an address of the test's own. */
export interface Surface extends WiredProvider {
  /** As a run names it. */
  readonly model: string
  /** `origin` has no path. */
  environment(origin: string): Readonly<Record<string, string>>
}

/** Every registered provider that variables of the environment can add. */
export const SURFACES: readonly Surface[] = registered.flatMap((entry): Surface[] => {
  const variables = findVariables(entry.provider)
  if (!variables) return []
  const { id, keys: [key], baseUrl, choice } = variables
  return [{
    ...entry,
    model: `${id}/${entry.harness.model}`,
    environment: origin => ({
      [key]: 'test-key', [baseUrl]: origin + entry.harness.basePath, ...(choice && { [choice.variable]: choice.value }),
    }),
  }]
})

function findVariables({ setup }: Provider) {
  return setup.origin === 'addable' ? setup.environment : undefined
}

/** Those that the mock server implements. */
export const MOCKED_SURFACES = SURFACES.filter(({ harness }) => harness.isMocked)
