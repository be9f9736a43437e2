import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { AppError } from '#server/errors'
import { BUSY_TIMEOUT_MS, type Database } from './open-database'

/** Brings the tables up to date, in one transaction; afterwards the connection is ready to serve. */
export function migrateDatabase(database: Database, migrationsFolder: string): void {
  try {
    migrate(database, { migrationsFolder })
  }
  catch (error) {
    throw new AppError('misconfigured', `The database could not be brought up to date with ${migrationsFolder}. Nothing was changed in it.`, { cause: error })
  }
  database.$client.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
}
