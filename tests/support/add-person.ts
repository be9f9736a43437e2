import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Role, Scope } from '#shared/account'
import { createSecret, hashSecret } from '#server/access/secret'

/** Writes one more user into the database of a running server; answers an API token of theirs. */
export function addPerson(dataDirectory: string, { role, scopes }: { readonly role: Role, readonly scopes: readonly Scope[] }): string {
  const database = new Sqlite(join(dataDirectory, 'patchbay.sqlite'))
  const id = randomUUIDv7()
  const token = `pb_${createSecret()}`
  const at = new Date().toISOString()
  database.prepare('INSERT INTO users (id, email, name, password_hash, role, status, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(id, `${id}@example.com`, 'Grace', 'none', role, 'active', at)
  database.prepare('INSERT INTO api_tokens (id, secret_hash, user_id, name, scopes, created_at) VALUES (?, ?, ?, ?, ?, ?)')
    .run(randomUUIDv7(), hashSecret(token), id, 'test', JSON.stringify(scopes), at)
  database.close()
  return token
}
