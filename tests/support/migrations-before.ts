import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTemporaryFolder } from './temporary-folder'
import { MIGRATIONS_FOLDER } from './test-store'

/** The migrations up to, and without, one of them. */
export async function migrationsBefore(name: string): Promise<string> {
  const folder = await createTemporaryFolder()
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8'))
  const end = journal.entries.findIndex((entry: { readonly tag: string }) => entry.tag.endsWith(name))
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }))
  return folder
}
