import type { AnswerReader, Emit } from '#server/providers/kit/stream/answer-reader'
import type { WireMessage } from '#server/providers/kit/stream/event-stream'
import type { ToolNameMap } from '#server/providers/kit/tool-names'

/**
 * What the contract suite needs to speak for one vendor. A harness lives in `tests/support/providers/<provider id>.ts`
 * and exports it as `harness`; the suite finds it by the id in the register. It holds no cases: the suite scripts
 * answers in neutral terms, the harness writes them as that vendor's bytes, and reads requests back.
 */
export interface ProviderHarness {
  readonly model: string
  /** Added to the test server's address to make a base URL, such as `/v1`; empty for none. */
  readonly basePath: string
  /** The frames of a whole streamed answer, in order; each is written as it stands. The last half must hold the ending. */
  toFrames(answer: ScriptedAnswer): readonly string[]
  /** The body of the same answer from a server that does not stream. */
  toWholeBody(answer: ScriptedAnswer): string
  /** Whether its events bear their type as their name on the wire. */
  readonly namesEvents?: boolean
  /** Reads its events without a connection. */
  readonly createReader: (names: ToolNameMap, emit: Emit) => AnswerReader<WireMessage>
  /** The body of an HTTP error answer. */
  toErrorBody(status: number, message: string): string
  /** An error in the middle of a stream, as frames. */
  toErrorFrames(message: string): readonly string[]
  /** The answer to the vendor's model list. */
  toModelList(ids: readonly string[]): string
  /** The tools of a request body, in order: wire name, and the whole entry for the golden file. */
  readTools(body: unknown): readonly { readonly name: string, readonly wire: unknown }[]
  /** The tool results of a request body, in order, as the text that the model reads. */
  readResults(body: unknown): readonly { readonly text: string, readonly isError?: boolean }[]
  /** Permitted differences: the check that does not apply, and why. */
  readonly exceptions: Partial<Record<ProviderCheck, string>>
}

export interface ScriptedCall {
  readonly id: string
  /** Wire name. */
  readonly name: string
  /** Argument text in the pieces in which it is sent; a vendor that sends objects joins and parses them. */
  readonly fragments: readonly string[]
}

/** One answer in neutral terms. Order on the wire: reasoning, text, calls, then the ending with its usage. */
export interface ScriptedAnswer {
  /** What the model shows of its thoughts, and what it seals for itself (base64). */
  readonly reasoning?: { readonly text: string, readonly seal: string }
  readonly text: readonly string[]
  readonly calls: readonly ScriptedCall[]
  readonly ending: 'stop' | 'tool-calls' | 'length' | 'content-filter'
  /** `cachedInput` is part of `input`, and `reasoning` of `output`: the harness splits them as the vendor does. */
  readonly usage: { readonly input: number, readonly cachedInput: number, readonly output: number, readonly reasoning: number }
}

export type ProviderCheck
  = | 'malformed-arguments'
    | 'interleaved-calls'
    | 'provider-call-id'
    | 'cached-usage'
    | 'reasoning-usage'
    | 'error-flag'

/** One server-sent event. */
export function toSseFrame(data: unknown, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`
}
