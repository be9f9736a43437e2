type BodyReader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>

/** How long the end of a body may follow its last event. */
const BODY_END_TIMEOUT_MS = 1000

/** `fetch` that tells of each chunk of a response's body, keep-alives included, which the SDKs swallow. */
export function createWatchedFetch(onChunk: () => void): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    return response.body === null ? response : new Response(watch(response.body.getReader(), onChunk), response)
  }
}

function watch(reader: BodyReader, onChunk: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      onChunk()
      controller.enqueue(value)
    },
    // An SDK leaves at the last event, just before the body's end. Only a connection whose body was read to its end
    // serves the next request; who leaves earlier aborts the request itself.
    cancel: () => void readToEnd(reader),
  }, { highWaterMark: 0 })
}

async function readToEnd(reader: BodyReader): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), BODY_END_TIMEOUT_MS)
  try {
    while (!(await reader.read()).done);
  }
  catch {
    // Aborted or lost: its connection is closed already, and nobody waits for the rest.
  }
  finally {
    clearTimeout(timer)
  }
}
