import { spawn, type ChildProcess } from 'node:child_process'
import { watchMemory } from './watch-memory'

const HEAP_MEGABYTES = 64
const MAX_MEMORY_BYTES = 256 * 1024 * 1024
const MAX_ANSWER_BYTES = 1024 * 1024

interface ChildRequest {
  readonly childPath: string
  /** Its working directory. */
  readonly directory: string
  readonly request: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Sends the request to a new process and returns its answer. Past any limit the process is killed, not asked. */
export async function runQueryChild({ childPath, directory, request, timeoutMs, signal }: ChildRequest): Promise<string> {
  signal.throwIfAborted()
  const stop = new AbortController()
  const stopWith = (message: string) => stop.abort(new Error(message))
  const child = spawn(process.execPath, [
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    // No files but its own script, no further processes, no addons: what it needs of SQLite is outside these rules.
    '--permission', `--allow-fs-read=${childPath}`,
    childPath,
  ], {
    cwd: directory,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    signal: AbortSignal.any([signal, stop.signal]),
    killSignal: 'SIGKILL',
  })
  const deadline = setTimeout(() => stopWith(`The query was stopped after ${timeoutMs / 1000} seconds. Ask for less.`), timeoutMs)
  const watch = watchMemory(child.pid, MAX_MEMORY_BYTES, () => stopWith('The query was stopped: it needs too much memory. Ask for less.'))
  try {
    return await exchange(child, request, stopWith)
  }
  catch (error) {
    signal.throwIfAborted()
    throw stop.signal.aborted ? stop.signal.reason : error
  }
  finally {
    clearTimeout(deadline)
    watch.stop()
  }
}

/** Ends when the process has ended, so that its folder can be removed. */
function exchange(child: ChildProcess, request: string, stopWith: (message: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let failure: Error | undefined
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_ANSWER_BYTES) stopWith('The result is too large. Ask for fewer columns or rows.')
      else chunks.push(chunk)
    })
    // A process that is killed before it has read its request closes the pipe; `close` tells how it went.
    child.stdin?.on('error', () => {})
    child.stdin?.end(request)
    child.on('error', (error) => {
      failure = error
      if (child.pid === undefined) reject(error)
    })
    child.on('close', (code) => {
      if (failure) reject(failure)
      else if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'))
      else reject(new Error('The query could not be run: its process ended early, perhaps for want of memory.'))
    })
  })
}
