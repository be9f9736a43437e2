/*
 * Keeps the limits of `query-child.mjs` from a second thread: the main thread handles no event while SQLite works.
 * It runs in that process and not in the server, because a killed server can no longer stop the query.
 */
import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

const MEMORY_CHECK_MS = 50
// A line to the server, which holds its end as long as it lives.
const SERVER = 3

function die() {
  // Not `process.exit`: it would wait for the other thread.
  process.kill(process.pid, 'SIGKILL')
}

function stop(limit) {
  writeSync(SERVER, limit)
  die()
}

new Socket({ fd: SERVER }).on('close', die).on('error', die).resume()
setTimeout(stop, workerData.milliseconds, 'time')
// SQLite's own memory is outside the heap that Node can cap, and its build in Node keeps no count.
setInterval(() => process.memoryUsage.rss() > workerData.memoryBytes && stop('memory'), MEMORY_CHECK_MS)
parentPort.postMessage('watching')
