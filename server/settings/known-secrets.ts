import type { Config } from '#server/config'
import type { ResolvedModel } from './resolve-model'

type Resolve = (model: string) => Promise<ResolvedModel>

/** Every secret value that this process has seen, for the redactor: what is known by value is found in any text. */
export class KnownSecrets {
  private readonly values = new Set<string>()

  constructor({ providers, admin }: Pick<Config, 'providers' | 'admin'>) {
    for (const value of [...providers.map(provider => provider.apiKey), admin?.password, admin?.token]) this.add(value)
  }

  list(): readonly string[] {
    return [...this.values]
  }

  /** Remembers the key of each model that is resolved, before anything is sent with it. */
  watch(resolve: Resolve): Resolve {
    return async (model) => {
      const resolved = await resolve(model)
      this.add(resolved.connection.apiKey)
      return resolved
    }
  }

  private add(value: string | undefined): void {
    if (value) this.values.add(value)
  }
}
