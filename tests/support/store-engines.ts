import type { Store } from '#server/ports/store'
import { createTestStore, openTestStore } from './test-store'

interface OpenedStore {
  readonly store: Store
  /** Opens the same data as the next process would, after `store` was closed. */
  readonly reopen: () => Promise<Store>
}

export interface StoreEngine {
  readonly name: string
  /** An empty store; removed after the test. */
  readonly createStore: () => Promise<OpenedStore>
}

/** Every engine that must meet the store's ports; the suite in `tests/contract/store` runs on each. */
export const STORE_ENGINES: readonly StoreEngine[] = [
  {
    name: 'sqlite',
    createStore: async () => {
      const { store, file } = await createTestStore()
      return { store, reopen: () => openTestStore(file) }
    },
  },
]
