/*
 * Folds the write-ahead log back into the database, on a thread of its own. Plain JavaScript: it is started from
 * disk, beside the bundle. The same SQLite library as the main thread's: two in one process would break each
 * other's file locks.
 */
import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

const database = new Sqlite(workerData)
parentPort.on('message', () => {
  // Passive: it waits for nobody and holds nobody up; what a reader still needs is left for the next time.
  database.pragma('wal_checkpoint(PASSIVE)')
  parentPort.postMessage('done')
})
