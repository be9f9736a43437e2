import type { Config } from '#server/config'
import type { SecretBox } from './secret-box'

/** Every secret value that this process has seen, for the redactor: what is known by value is found in any text. */
export class KnownSecrets {
  private readonly values = new Set<string>()

  constructor({ providers, admin, auditKey }: Pick<Config, 'providers' | 'admin' | 'auditKey'>) {
    for (const value of [
      ...providers.map(provider => provider.apiKey), admin?.password, admin?.token, ...(auditKey?.split(',') ?? []),
    ]) this.add(value)
  }

  list(): readonly string[] {
    return [...this.values]
  }

  /** Remembers whatever goes into the box, and whatever comes out, before anything is done with it. */
  watch(box: SecretBox): SecretBox {
    return {
      seal: (secret, binding) => {
        this.add(secret)
        return box.seal(secret, binding)
      },
      open: (sealed, binding) => {
        const secret = box.open(sealed, binding)
        this.add(secret)
        return secret
      },
    }
  }

  /** Of a key file, in whose text a key stands in one of these forms. */
  addKey(key: Buffer): void {
    this.add(key.toString('base64url'))
    this.add(key.toString('base64').replaceAll('=', ''))
  }

  private add(value: string | undefined): void {
    if (value) this.values.add(value)
  }
}
