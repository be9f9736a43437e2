import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { AuditRow } from '#shared/audit'
import type { Page } from '#shared/page'
import type { AppServer } from './app-server'

/** Everything that a refused request must leave as it was. */
export interface ServerState {
  readonly lists: Readonly<Record<string, unknown>>
  /** The newest conversation with its runs and their events. */
  readonly newestConversation: unknown
  /** SHA-256 by path, of the workspace and of the databases that tools may read. */
  readonly files: Readonly<Record<string, string>>
  readonly audit: readonly AuditRow[]
}

export async function readServerState(app: AppServer): Promise<ServerState> {
  const list = async <Item>(path: string) => (await app.json<Page<Item>>('GET', path)).items
  const conversations = await list<{ id: string }>('/api/conversations')
  const tokens = await list<{ lastUsedAt: unknown }>('/api/tokens')
  return {
    // Reading the state uses the token.
    lists: {
      conversations, providers: await list('/api/providers'), users: await list('/api/users'), tools: await list('/api/tools'),
      tokens: tokens.map(token => ({ ...token, lastUsedAt: null })),
    },
    newestConversation: conversations[0] && await app.json('GET', `/api/conversations/${conversations[0].id}`),
    files: { ...await hashFiles(app.dataDirectory, 'workspace'), ...await hashFiles(app.dataDirectory, 'databases') },
    audit: await list('/api/audit?limit=200'),
  }
}

async function hashFiles(dataDirectory: string, folder: string): Promise<Record<string, string>> {
  const entries = await readdir(join(dataDirectory, folder), { recursive: true, withFileTypes: true })
  const hashes = entries.filter(entry => entry.isFile()).map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    return [relative(dataDirectory, path), createHash('sha256').update(await readFile(path)).digest('hex')] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}
