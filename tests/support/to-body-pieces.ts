import type { BodyPieces } from '#server/providers/kit/request/socket-fetch'

/** A body that arrives in the given pieces, one a read. */
export function toBodyPieces(pieces: readonly Uint8Array[]): BodyPieces {
  const left = [...pieces]
  return {
    next: async () => {
      const value = left.shift()
      return value ? { done: false, value } : { done: true, value: undefined }
    },
    cancel: () => void left.splice(0),
  }
}
