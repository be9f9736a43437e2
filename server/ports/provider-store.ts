import type { ProviderKind } from '#shared/provider'

export interface ProviderRow {
  readonly id: string
  readonly kind: ProviderKind
  readonly name: string
  readonly baseUrl: string | null
  /** Which of the adapter's profiles the server fits; `null`: derived from the address. */
  readonly profile: string | null
  /** AES-256-GCM, bound to this row's id; `null` without a key. */
  readonly sealedKey: string | null
  /** Last four characters of the key. */
  readonly keyHint: string | null
  /** Model ids that the admin typed; empty: ask the vendor. */
  readonly models: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
}

export interface ProviderStore {
  list(): Promise<readonly ProviderRow[]>
  find(id: string): Promise<ProviderRow | undefined>
  /** False when the id is taken. */
  create(row: ProviderRow): Promise<boolean>
  update(row: ProviderRow): Promise<void>
  remove(id: string): Promise<boolean>
}
