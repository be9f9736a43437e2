import { spawn, type ChildProcess } from 'node:child_process'
import { join, parse } from 'node:path'

const HEAP_MEGABYTES = 64
const MAX_ANSWER_BYTES = 1024 * 1024

interface ChildRequest {
  /** Where the scripts of the process lie. */
  readonly scriptDirectory: string
  readonly request: string
  readonly signal: AbortSignal
}

/** What the process wrote, or which limit it met: `size` of the answer, `process` for one that ended early, else the watcher's word. */
export type ChildAnswer = { readonly status: 'answered', readonly text: string } | { readonly status: 'stopped', readonly limit: string }

/** Sends the request to a new process and returns its answer. The process keeps its own limits, and ends when this one does. */
export async function runQueryChild({ scriptDirectory, request, signal }: ChildRequest): Promise<ChildAnswer> {
  signal.throwIfAborted()
  const tooLarge = new AbortController()
  const scripts = ['query-child.mjs', 'query-watcher.mjs'].map(name => join(scriptDirectory, name))
  const child = spawn(process.execPath, [
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    // No files but its own scripts, no further processes, no addons: what it needs of SQLite is outside these rules.
    '--permission', '--allow-worker', ...scripts.map(script => `--allow-fs-read=${script}`),
    scripts[0]!,
  ], {
    // Nothing of ours lies here, and there is no folder to clear away after a crash.
    cwd: parse(scriptDirectory).root,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
    signal: AbortSignal.any([signal, tooLarge.signal]),
    killSignal: 'SIGKILL',
  })
  try {
    return await exchange(child, request, () => tooLarge.abort())
  }
  catch (error) {
    signal.throwIfAborted()
    if (tooLarge.signal.aborted) return { status: 'stopped', limit: 'size' }
    throw error
  }
}

/** Ends when the process has ended. */
function exchange(child: ChildProcess, request: string, onTooLarge: () => void): Promise<ChildAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let limit = ''
    let queryError: Error | undefined
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_ANSWER_BYTES) onTooLarge()
      else chunks.push(chunk)
    })
    // The watcher writes the name of the exceeded limit here, and ends the process when this end closes.
    child.stdio[3]?.on('error', () => {}).on('data', (chunk: Buffer) => {
      limit += chunk.toString()
    })
    // A process that is killed before it has read its request closes the pipe; `close` tells how it went.
    child.stdin?.on('error', () => {})
    child.stdin?.end(request)
    child.on('error', (error) => {
      queryError = error
      if (child.pid === undefined) reject(error)
    })
    child.on('close', (code) => {
      if (queryError) reject(queryError)
      else if (limit !== '') resolve({ status: 'stopped', limit })
      else if (code === 0) resolve({ status: 'answered', text: Buffer.concat(chunks).toString('utf8') })
      else resolve({ status: 'stopped', limit: 'process' })
    })
  })
}
