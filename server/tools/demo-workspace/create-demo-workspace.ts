import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createDemoDatabase } from './create-demo-database'
import { DEMO_FILES } from './demo-files'

const DATABASE_NAME = 'shop.sqlite'

interface DemoFolders {
  readonly workspaceRoot: string
  readonly databaseDirectory: string
}

/** Fills the workspace and the database folder on the first start. A folder that holds files belongs to its owner and is not changed. */
export async function createDemoWorkspace({ workspaceRoot, databaseDirectory }: DemoFolders): Promise<void> {
  if ((await readOrCreateFolder(workspaceRoot)).length === 0) {
    for (const [path, text] of Object.entries(DEMO_FILES)) {
      await mkdir(dirname(join(workspaceRoot, path)), { recursive: true })
      await writeFile(join(workspaceRoot, path), text, { flag: 'wx' })
    }
  }
  const databases = (await readOrCreateFolder(databaseDirectory)).filter(name => name.endsWith('.sqlite'))
  if (databases.length === 0) await createDemoDatabase(join(databaseDirectory, DATABASE_NAME))
}

async function readOrCreateFolder(path: string): Promise<string[]> {
  await mkdir(path, { recursive: true })
  return readdir(path)
}
