/** A response whose body arrives in the given pieces, one a read. */
export function respondInPieces(pieces: readonly Uint8Array[]): Response {
  const left = [...pieces]
  return new Response(new ReadableStream({
    pull: (controller) => {
      const piece = left.shift()
      if (piece) controller.enqueue(piece)
      else controller.close()
    },
  }, { highWaterMark: 0 }))
}
