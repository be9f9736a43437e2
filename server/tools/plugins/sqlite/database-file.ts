import { type FileLocator, ToolError } from '../define-plugin'

const DATABASE_FILE = /^([a-z0-9_-]+)\.sqlite$/

export interface DatabaseFile {
  readonly name: string
  readonly file: string
  /** Every database there is, by name. */
  readonly names: readonly string[]
}

/** Finds a database by its name; without one, the first by name. A name is never used as a path: it is looked up in the folder. */
export async function findDatabaseFile(databaseFiles: FileLocator, wanted: string | undefined): Promise<DatabaseFile> {
  const names = (await databaseFiles.listFiles()).flatMap(name => DATABASE_FILE.exec(name)?.[1] ?? []).sort()
  const name = wanted ?? names[0]
  if (name === undefined) throw new Error('There is no database to query yet.')
  if (!names.includes(name)) {
    throw new ToolError(`There is no database "${name}". Known: ${names.join(', ') || 'none'}.`, 'change-arguments')
  }
  return { name, file: await databaseFiles.resolveFile(`${name}.sqlite`), names }
}
