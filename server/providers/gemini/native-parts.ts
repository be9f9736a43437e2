import type { WirePart } from './content'

/** The parts of a streamed turn, joined for replay. */
export interface NativeParts {
  add(part: WirePart): void
  read(): readonly WirePart[]
}

/** Only plain pieces of the same text grow together: a signature is valid on exactly the part that it came with. */
export function createNativeParts(): NativeParts {
  const parts: WirePart[] = []
  /** The text that may still grow. Its pieces are joined once, so that a long answer costs linear time. */
  let growing: { readonly part: WirePart, readonly pieces: string[] } | undefined

  function close(): void {
    if (growing) parts.push({ ...growing.part, text: growing.pieces.join('') })
    growing = undefined
  }

  return {
    add: (part) => {
      if (!isPlainText(part)) {
        close()
        parts.push(part)
        return
      }
      if (!part.text) return
      if (growing && (growing.part.thought ?? false) !== (part.thought ?? false)) close()
      growing ??= { part, pieces: [] }
      growing.pieces.push(part.text)
    },
    read: () => {
      close()
      return parts
    },
  }
}

function isPlainText({ thought: _thought, ...part }: WirePart): boolean {
  return typeof part.text === 'string' && Object.keys(part).length === 1
}
