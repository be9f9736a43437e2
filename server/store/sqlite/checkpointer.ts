import { Worker } from 'node:worker_threads'

/** After a write; soon enough to keep the log small, seldom enough to fold a much-changed page only once. */
const CHECKPOINT_DELAY_MS = 5000

export interface Checkpointer {
  /** To be called after each write. */
  touch(): void
  close(): Promise<void>
}

interface CheckpointerOptions {
  readonly file: string
  readonly scriptPath: string
  /** Default 5 seconds. */
  readonly delayMs?: number
  /** Told after each checkpoint. */
  readonly onDone?: () => void
}

/**
 * Keeps the write-ahead log short without stopping the event loop: SQLite's own checkpoint runs inside whichever
 * commit comes next, and waits for the disk there. A worker that fails is replaced at the next need; until then
 * SQLite's own limit holds.
 */
export function createCheckpointer({ file, scriptPath, delayMs = CHECKPOINT_DELAY_MS, onDone }: CheckpointerOptions): Checkpointer {
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function start(): Worker {
    const started = new Worker(scriptPath, { workerData: file })
    started.unref()
    started.on('message', () => onDone?.())
    started.on('error', () => {
      worker = undefined
    })
    return started
  }

  function checkpoint(): void {
    timer = undefined
    worker ??= start()
    worker.postMessage('checkpoint')
  }

  return {
    touch: () => {
      if (!isClosed) timer ??= setTimeout(checkpoint, delayMs).unref()
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await worker?.terminate()
    },
  }
}
