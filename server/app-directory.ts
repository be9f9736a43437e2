import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Where the files lie that the server reads beside its bundle (migrations, the query child): next to the started
 * script in production, the repository root in development and in tests.
 */
export function findAppDirectory(startedScript: string | undefined, workingDirectory: string): string {
  const beside = startedScript ? dirname(startedScript) : workingDirectory
  return existsSync(join(beside, 'drizzle', 'meta')) ? beside : workingDirectory
}
