import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AccessContext } from '#server/access/access-context'
import { createDeviceCookies } from '#server/access/device-cookies'
import { createPasswordHasher } from '#server/access/password-hasher'
import { createLimiter } from '#server/embedded/limiter'
import type { AuditFact } from '#server/ports/audit-fact'
import type { Store } from '#server/ports/store'
import { createStore } from '#server/store/sqlite/create-store'
import { createTemporaryFolder } from './temporary-folder'

/** A database file of its own, closed when the test ends. */
async function openStore(): Promise<Store> {
  const file = join(await createTemporaryFolder(), 'patchbay.db')
  const store = await createStore({
    file, migrationsFolder: 'drizzle', checkpointScript: 'server/store/sqlite/checkpoint-worker.mjs', hashAuditRow: () => '',
  })
  onTestFinished(() => store.close())
  return store
}

export interface TestAccess extends AccessContext {
  /** What was put on record. */
  readonly facts: AuditFact[]
  readonly wholeStore: Store
  /** Lets the clock go on. */
  advance(ms: number): void
}

/** Access on a real database, with a cheap password hash and a clock that stands still. */
export async function createTestAccess(): Promise<TestAccess> {
  const wholeStore = await openStore()
  const facts: AuditFact[] = []
  let time = Date.parse('2026-01-01T00:00:00.000Z')
  const now = () => new Date(time)
  return {
    wholeStore,
    store: wholeStore.access,
    limiter: createLimiter(),
    audit: { record: async fact => void facts.push(fact) },
    devices: createDeviceCookies([Buffer.alloc(32, 1)], now),
    runs: { cancelAll: async () => [], stopAll: async () => {} },
    passwords: createPasswordHasher({ cost: 2 }),
    now,
    newId: randomUUIDv7,
    facts,
    advance: (ms) => {
      time += ms
    },
  }
}
