/** `fetch` that tells of each chunk of a response's body, keep-alives included, which the SDKs swallow. */
export function createWatchedFetch(onChunk: () => void): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.body === null) return response
    const watched = response.body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onChunk()
        controller.enqueue(chunk)
      },
    }))
    return new Response(watched, response)
  }
}
