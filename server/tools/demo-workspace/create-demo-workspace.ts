import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createDemoDatabase } from './create-demo-database'
import { DEMO_FILES } from './demo-files'

const DATABASE_NAME = 'shop.sqlite'

/** Fills the workspace and the database folder on the first start: a folder that is in use belongs to its owner and is left alone. */
export async function createDemoWorkspace({ workspaceRoot, databaseDirectory }: { readonly workspaceRoot: string, readonly databaseDirectory: string }): Promise<void> {
  if ((await readOrMakeFolder(workspaceRoot)).length === 0) {
    for (const [path, text] of Object.entries(DEMO_FILES)) {
      await mkdir(dirname(join(workspaceRoot, path)), { recursive: true })
      await writeFile(join(workspaceRoot, path), text, { flag: 'wx' })
    }
  }
  const databases = (await readOrMakeFolder(databaseDirectory)).filter(name => name.endsWith('.sqlite'))
  if (databases.length === 0) await createDemoDatabase(join(databaseDirectory, DATABASE_NAME))
}

async function readOrMakeFolder(path: string): Promise<string[]> {
  await mkdir(path, { recursive: true })
  return readdir(path)
}
