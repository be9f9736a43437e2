import type { ProviderStore } from '#server/ports/provider-store'
import { fromRow } from './configured-provider'
import type { SecretBox } from './secret-box'

interface OpenOptions {
  readonly store: Pick<ProviderStore, 'list'>
  readonly secretBox: SecretBox
  /** The provider can still be seen, changed and removed; a run with it says what to do. */
  readonly onError: (message: string) => void
}

/** Opens each stored API key once, so that the box knows them all before anything is logged or recorded. */
export async function openStoredKeys({ store, secretBox, onError }: OpenOptions): Promise<void> {
  for (const row of await store.list()) {
    try {
      fromRow(row, secretBox).readKey()
    }
    catch (error) {
      onError(`The API key of the provider "${row.id}" could not be decrypted. ${error instanceof Error ? error.message : ''}`)
    }
  }
}
