import type { AssistantPart } from '#shared/message'
import type { ModelSettings } from '#shared/model-settings'
import type { AnswerReader, Emit } from '#server/providers/kit/stream/answer-reader'
import type { Framing, WireMessage } from '#server/providers/kit/stream/framing'
import type { ToolNameMap } from '#server/providers/kit/tool-names'
import type { TargetRules } from './schema-laws'
import type { SchemaNode } from './schema-nodes'
import type { VendorRules } from './vendor-rules'

/**
 * Everything the tests must know about one vendor. A harness is `tests/fixtures/providers/<provider id>/harness.ts` and
 * exports it as `harness`; `wired-providers.ts` finds it by the id of the provider. It holds no test logic: the suites
 * describe answers in neutral terms, and the harness writes them as the vendor's bytes and reads requests back.
 */
export interface ProviderHarness extends AnswerScript, RequestReader {
  /** A model that takes tools, and reasons unless `exceptions` holds `reasoning`. */
  readonly model: string
  /** Other models whose history follows rules of its own. */
  readonly furtherModels: readonly string[]
  /** Added to the test server's address to make a base URL, such as `/v1`; empty for none. */
  readonly basePath: string
  /** What the folder may import besides the kit: npm packages, and folders of other providers, such as `server/providers/<id>/`. */
  readonly imports: readonly string[]
  /** Whether the mock server of the integration tests (aimock) implements this vendor's interface. */
  readonly isMocked: boolean
  readonly turns: NativeTurns
  /** Requests for every model setting, one case for each difference between the vendor's models. */
  readonly settings: readonly SettingsCase[]
  /** What the vendor refuses in a request body. */
  readonly rules: VendorRules
  /** For each of the provider's tool targets, by id: what the vendor refuses in a schema. */
  readonly targets: Readonly<Record<string, TargetRules>>
  /** Those of the provider's profiles that get tools in a form of their own. */
  readonly toolProfiles: readonly string[]
  /** Permitted differences: the check that does not apply, and why. */
  readonly exceptions: Partial<Record<ProviderCheck, string>>
}

/** How the vendor writes answers. */
interface AnswerScript {
  /** As the provider declares it to `createTransport`. */
  readonly framing: Framing
  /**
   * The frames of a whole streamed answer, in order; each is written as it stands. The last half must hold the ending, and the ending
   * must come in a later frame than the last piece of text and the last call: tests break the answer off between them.
   */
  toFrames(answer: ScriptedAnswer): readonly string[]
  /** The body of the same answer from a server that does not stream. */
  toWholeBody(answer: ScriptedAnswer): string
  /** Whether each server-sent event has its type as its name on the wire; false for NDJSON. */
  readonly namesEvents: boolean
  /** Reads the events without a connection. */
  createReader(names: ToolNameMap, emit: Emit): AnswerReader<WireMessage>
  /** The body of an HTTP error answer. */
  toErrorBody(status: number, message: string): string
  /** An error in the middle of a stream, as frames. */
  toErrorFrames(message: string): readonly string[]
  /** The answer to the vendor's model list. */
  toModelList(ids: readonly string[]): string
}

/** Reads the vendor's requests back. */
interface RequestReader {
  /** The tools of a request body, in order: wire name, and the whole entry for the golden file. */
  readTools(body: unknown): readonly { readonly name: string, readonly wire: unknown }[]
  /** The input schema of one tool in the vendor's form; undefined for a tool that is sent without one. */
  readSchema(wire: unknown): SchemaNode | undefined
  /** The tool results of a request body, in order, as the text that the model reads. */
  readResults(body: unknown): readonly { readonly text: string, readonly isError?: boolean }[]
  /** Of an object of a request body: the id of the call that it is, or its name where calls have no ids; undefined for any other. */
  readCallId(node: SchemaNode): string | undefined
  /** The id of the call whose result an object of a request body is. */
  readResultId(node: SchemaNode): string | undefined
}

/** The vendor's own turns, which go back to it unchanged. */
interface NativeTurns {
  /**
   * A signed turn as the vendor's stream leaves it. `newer` holds fields that a later version of the interface may add:
   * they stand before the known fields wherever the provider must send unknown ones back.
   */
  toNative(parts: readonly AssistantPart[], newer?: object): unknown
  /** The text of such a turn inside a request body. */
  toText(native: unknown): string
  /**
   * Pieces of the next request's body. The test (`own-turn.test.ts`) reverses the key order of every object that the vendor sends;
   * these must come back in that reversed order.
   */
  readonly reversed: readonly string[]
}

/**
 * A model, its settings, the fields of the body that result (`undefined`: the field is absent), and the settings that warnings name,
 * in the order in which the provider reports them; all for one profile.
 */
export type SettingsCase = readonly [
  model: string, settings: ModelSettings, body: Readonly<Record<string, unknown>>, warnings?: readonly string[], profile?: string,
]

export interface ScriptedCall {
  readonly id: string
  /** Wire name. */
  readonly name: string
  /**
   * Argument text in the pieces in which it is sent; a vendor that sends objects joins and parses them. No piece, or an empty one, is a
   * call without arguments.
   */
  readonly fragments: readonly string[]
}

/** One answer in neutral terms. Order on the wire: reasoning, text, calls, then the ending with its usage. */
export interface ScriptedAnswer {
  /** What the model shows of its thoughts, and what it seals for itself (base64). A vendor without reasoning leaves it out. */
  readonly reasoning?: { readonly text: string, readonly seal: string }
  readonly text: readonly string[]
  readonly calls: readonly ScriptedCall[]
  readonly ending: 'stop' | 'tool-calls' | 'length' | 'content-filter'
  /** `cachedInput` is part of `input`, and `reasoning` of `output`: the harness splits them as the vendor does. */
  readonly usage: { readonly input: number, readonly cachedInput: number, readonly output: number, readonly reasoning: number }
}

type ProviderCheck
  = | 'malformed-arguments'
    /** For a vendor without an ending for refused or filtered answers. */
    | 'content-filter'
    | 'interleaved-calls'
    /** For a vendor whose models never show their thoughts. */
    | 'reasoning'
    | 'provider-call-id'
    | 'cached-usage'
    | 'reasoning-usage'
    | 'error-flag'
    | 'sealed-reasoning'
