import { AppError } from '#server/errors'
import type { TurnOrigin } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import { hasSealedReasoning, type SealedReasoning } from '../messages/sealed-reasoning'
import type { BodyPieces } from '../request/socket-fetch'
import type { ToolNameMap } from '../tool-names'
import type { TranslatedTools } from '../tools/translate-tools'
import type { ModelEvent, ModelInfo, ModelRequest, Provider, ProviderCall, ProviderConnection, Translation } from '../../provider'
import type { AnswerReader, Emit } from './answer-reader'
import { readEventStream } from './event-stream'
import type { Framing } from './framing'
import { readJsonMessages } from './json-messages'
import { guardStream } from './stream-guard'

/** What differs between vendors when a request is sent and its answer is read. */
interface Vendor<Wire, Composed extends ComposedRequest> extends Pick<Provider, 'id' | 'label' | 'officialBaseUrl'> {
  /** Translates a request. Pure. */
  toWireRequest(request: ModelRequest, origin: TurnOrigin, connection: ProviderConnection): WireRequest<Wire>
  /** Writes the body. `toolsText` is the JSON text of the tools in `wire`. */
  compose(wire: Wire, toolsText: string, model: string): Composed
  /** Sends a request once; throws the vendor's own error when it is refused. */
  post(request: Composed & PostContext): PromiseLike<BodyPieces>
  /** How the vendor separates the events of an answer. */
  readonly framing: Framing
  /** Reads the events of one answer, each of them a JSON value. */
  createReader(context: ReaderContext, emit: Emit): AnswerReader
  toError(error: unknown, label: string): AppError
  /** Which fields of a turn hold reasoning that only the model that made it can read. */
  readonly sealed: SealedReasoning
  /** The request to send instead, found from the vendor's own error; undefined when no change would help. */
  repair?(wire: Wire, error: object, translateAgain: (changes: Partial<ModelRequest>) => Wire): RepairedRequest<Wire> | undefined
  listModels(connection: ProviderConnection, signal: AbortSignal): PromiseLike<readonly ModelInfo[]>
}

interface WireRequest<Wire> extends Translation<Wire> {
  readonly tools: Pick<TranslatedTools<unknown>, 'names' | 'text' | 'readArguments'>
}

interface ComposedRequest {
  /** JSON text. */
  readonly body: string
}

interface PostContext {
  readonly connection: ProviderConnection
  readonly signal: AbortSignal
}

interface ReaderContext {
  readonly names: ToolNameMap
  readonly label: string
}

export interface RepairedRequest<Wire> { readonly wire: Wire, readonly warning: TranslationWarning }

type Transport = Pick<Provider, 'id' | 'label' | 'officialBaseUrl' | 'stream' | 'listModels'>

/** The part of a provider that talks to its vendor. */
export function createTransport<Wire, Composed extends ComposedRequest>(vendor: Vendor<Wire, Composed>): Transport {
  const { id, label, officialBaseUrl } = vendor
  return {
    id,
    label,
    officialBaseUrl,
    stream: (request, call) => streamAnswer(vendor, request, call),
    async listModels(connection, signal) {
      try {
        return await vendor.listModels(connection, signal)
      }
      catch (error) {
        signal.throwIfAborted()
        throw vendor.toError(error, connection.name ?? label)
      }
    },
  }
}

async function* streamAnswer<Wire, Composed extends ComposedRequest>(
  vendor: Vendor<Wire, Composed>, request: ModelRequest, call: ProviderCall,
): AsyncGenerator<readonly ModelEvent[]> {
  const { connection } = call
  const origin = { adapter: vendor.id, endpoint: connection.baseUrl ?? vendor.officialBaseUrl, model: request.model }
  const { wire, warnings, tools } = vendor.toWireRequest(request, origin, connection)
  const compose = (sent: Wire) => vendor.compose(sent, tools.text, request.model)
  const composed = compose(wire)
  yield [{ type: 'request', body: composed.body }, ...warnings.map(warning => ({ type: 'warning' as const, warning }))]
  let hasAnswered = false
  try {
    for await (const batch of sendOnce(vendor, composed, { call, tools })) {
      hasAnswered = true
      yield batch
    }
  }
  catch (error) {
    const cause = error instanceof AppError ? error.cause : undefined
    if (hasAnswered || typeof cause !== 'object' || cause === null) throw error
    const repaired = vendor.repair?.(wire, cause, changes => vendor.toWireRequest({ ...request, ...changes }, origin, connection).wire)
    if (!repaired) throw error
    const second = compose(repaired.wire)
    yield [{ type: 'request', body: second.body }, { type: 'warning', warning: repaired.warning }]
    yield* sendOnce(vendor, second, { call, tools })
  }
}

interface SendContext {
  readonly call: ProviderCall
  readonly tools: WireRequest<unknown>['tools']
}

function sendOnce<Wire, Composed extends ComposedRequest>(
  vendor: Vendor<Wire, Composed>, composed: Composed, { call: { connection, signal, onRawEvent }, tools }: SendContext,
): AsyncGenerator<readonly ModelEvent[], void> {
  const label = connection.name ?? vendor.label
  return guardStream({
    label,
    signal,
    open: async (transport, touch) => readEventStream(await vendor.post({ ...composed, connection, signal: transport }), {
      label, framing: vendor.framing, touch, onRawEvent,
    }),
    createReader: emit => readJsonMessages(vendor.createReader({ names: tools.names, label }, event => emit(finishEvent(
      event, vendor, tools,
    )))),
    toError: error => vendor.toError(error, label),
  })
}

/** Gives a call the arguments that the tool itself wants, whatever its translation made the model write, and marks a sealed turn. */
function finishEvent(event: ModelEvent, { sealed }: { readonly sealed: SealedReasoning }, tools: SendContext['tools']): ModelEvent {
  if (event.type === 'tool-call') return { ...event, arguments: tools.readArguments(event.name, event.arguments) }
  if (event.type === 'finish' && hasSealedReasoning(event.native, sealed)) return { ...event, hasSealedReasoning: true }
  return event
}
