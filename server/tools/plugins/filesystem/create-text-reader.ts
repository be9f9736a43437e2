import type { FoundFile, ReadableFile } from '../define-plugin'

const MAX_BYTES = 1_000_000

/** Reads one file after another, never two at once. */
export interface TextReader {
  /** Empty for what cannot be searched: too large, binary, or not readable by the server. */
  read(file: FoundFile): Promise<string>
  /** How many were too large so far. */
  tooLarge(): number
}

export function createTextReader(): TextReader {
  // One for all files: a fresh one each costs more than reading most files does.
  let buffer: Buffer | undefined
  let tooLarge = 0

  async function readText(file: ReadableFile): Promise<string> {
    buffer ??= Buffer.allocUnsafe(MAX_BYTES + 1)
    // The size says nothing about a file that grows or is made up by the system: the cap is kept while reading too.
    const { size } = await file.stat()
    const length = size > MAX_BYTES ? size : (await file.read(buffer, 0, buffer.length, 0)).bytesRead
    if (length > MAX_BYTES) {
      tooLarge++
      return ''
    }
    const bytes = buffer.subarray(0, length)
    return bytes.includes(0) ? '' : bytes.toString('utf8')
  }

  return {
    tooLarge: () => tooLarge,
    read: async (file) => {
      const opened = await file.open().catch(() => undefined)
      return opened ? readText(opened).finally(() => opened.close()) : ''
    },
  }
}
