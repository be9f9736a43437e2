import type { ToolDefinition } from '#shared/tool'
import type { CallArguments, Message } from '#shared/message'
import type { ModelSettings } from '#shared/model-settings'
import type { FinishReason, TranslationWarning, Usage } from '#shared/run-event'
import type { CapabilityOverride, SettingSupport } from '#shared/model-capabilities'
import type { BandedPrices } from '#shared/model-prices'
import type { ModelListing } from '#shared/provider'

/** One model call in canonical terms. Tool names are the exposed ones; a provider maps them to its alphabet and back. */
export interface ModelRequest extends Readonly<ModelSettings> {
  readonly model: string
  readonly system?: string
  readonly messages: readonly Message[]
  /** A provider translates a definition once and caches the result by identity: pass the same objects again. */
  readonly tools: readonly ToolDefinition[]
  /** Exposed names of the tools to be offered in the vendor's strict mode; one that does not qualify is offered without. */
  readonly strictTools?: ReadonlySet<string>
  /** What an admin knows better about this model than the provider does. */
  readonly capabilities?: CapabilityOverride
}

/** Where and as whom to call. Held by the caller: a provider keeps no state. */
export interface ProviderConnection {
  /** Absent: the vendor's official address. Never ends with a slash. */
  readonly baseUrl?: string
  readonly apiKey?: string
  /** Which of the adapter's `profiles` the server behind the address fits; absent: derived from the address. */
  readonly profile?: string
  /** What people call this provider: it stands in failures. Absent: the adapter's label. */
  readonly name?: string
}

/** One call of a model: where to, until when, and who listens in. */
export interface ProviderCall {
  readonly connection: ProviderConnection
  readonly signal: AbortSignal
  /** Called with the text of each event of the answer as the vendor wrote it, before it is parsed. */
  readonly onRawEvent?: (text: string) => void
}

/**
 * What a model said, in order. A well-formed stream ends with exactly one `finish`; everything else that ends a
 * stream is thrown as an `AppError` (`provider-…`), and an abort as the signal's reason.
 */
export type ModelEvent
  /**
   * First, before anything is sent: the request body exactly as it goes out, JSON text without secrets. A second one
   * takes its place when the vendor refused the reasoning in it, or to show any.
   */
  = | { readonly type: 'request', readonly body: string }
    | { readonly type: 'warning', readonly warning: TranslationWarning }
    | { readonly type: 'text-delta', readonly text: string }
    | { readonly type: 'reasoning-delta', readonly text: string }
  /**
   * A piece of a call's arguments. `index` counts the calls of this answer from 0 and is the only key that
   * always exists: vendors send ids late, twice, or never.
   */
    | { readonly type: 'tool-input-delta', readonly index: number, readonly name?: string, readonly text: string }
  /** A whole call. Sent when the answer is complete; a call that was cut off is never sent. */
    | {
      readonly type: 'tool-call'
      readonly index: number
      readonly providerCallId?: string
      /** Exposed name; a name that was not offered comes as the model wrote it. */
      readonly name: string
      readonly arguments: CallArguments
      /** The call as the vendor sent it. */
      readonly raw: unknown
    }
    | {
      readonly type: 'finish'
      readonly finishReason: FinishReason
      readonly rawFinishReason: string | null
      /** Why it ended so, in words for a person; only where the vendor or the adapter has something to say. */
      readonly explanation?: string
      readonly usage: Usage
      /** The whole turn in the vendor's form, ready to be replayed to the same origin; absent when unusable. */
      readonly native?: unknown
      /** Whether `native` holds reasoning that only the model that made it can read. */
      readonly hasSealedReasoning?: boolean
    }

/** Something translated, and what the translation cost. */
export interface Translation<Wire> { readonly wire: Wire, readonly warnings: readonly TranslationWarning[] }

export type ModelInfo = Pick<ModelListing, 'name' | 'contextWindow' | 'capabilities'> & {
  /** The vendor's id, without our provider prefix. */
  readonly id: string
}

/** One form that a vendor takes tools in. */
export interface ToolTarget {
  /** Unique over all providers, such as `openai-chat` or `gemini-openapi`. */
  readonly id: string
  readonly label: string
  /** Pure. Says what the tool becomes there alone; in a request its name may also have to make room for others. */
  translate(tool: ToolDefinition): ToolTranslation
}

export type ToolTranslation
  = | { readonly ok: true, readonly wire: unknown, readonly warnings: readonly TranslationWarning[] }
    /** It cannot be expressed: a request leaves it out, with a warning. */
    | { readonly ok: false, readonly reason: string, readonly warnings: readonly TranslationWarning[] }

/** The environment variables that set a provider without the screen. */
export interface ProviderEnvironment {
  /** Id and name of the provider that they make. Adapters that read the same variables share the id and have a `choice`. */
  readonly id: string
  readonly name: string
  /** Variables of the key: the first that is set counts, and screens and errors name the first. */
  readonly keys: readonly [string, ...string[]]
  readonly baseUrl: string
  /** Whether a base URL without a key makes a provider already. */
  readonly addressSuffices: boolean
  /** Which of the adapters that share these variables is meant: the one whose `value` stands in `variable`, else the one that `fits`. */
  readonly choice?: { readonly variable: string, readonly value: string, readonly fits: (baseUrl: string | undefined) => boolean }
}

/** How a provider comes to be there, and what people read and fill in for it. */
export type ProviderSetup = {
  /** What an admin chooses, and what is stored with every provider of theirs: unique, and never renamed. */
  readonly kind: string
  /** The kind in words; may say more than the label that stands in sentences. */
  readonly kindLabel: string
} & ({
  readonly origin: 'addable'
  /** What it brings, in a few words. */
  readonly description: string
  /** For software that runs anywhere: an admin must name their server, and these say how. Absent: the official address is the usual one. */
  readonly ownServer?: { readonly exampleUrl: string, readonly addressHelp: string }
  /** Absent: only an admin can add one. */
  readonly environment?: ProviderEnvironment
} | {
  /** There is always exactly one, its kind is its id, and nobody can add or change it. */
  readonly origin: 'built-in'
  readonly name: string
})

export interface Provider {
  /** Adapter id, such as `openai-responses`. */
  readonly id: string
  readonly label: string
  readonly setup: ProviderSetup
  /**
   * Where it calls when the connection names no base URL. Empty for the demo model alone, which calls nobody: software for one's own
   * server gives its usual local address.
   */
  readonly officialBaseUrl: string
  /** Whether it is useless without a key. A server on the local network often needs none. */
  readonly needsKey: boolean
  /** Shipped list, shown when the vendor cannot be asked. Newest and most capable first. */
  readonly knownModels: readonly ModelInfo[]
  /** Absent: any id is passed on, because vendors have new models before we hear of them. */
  readonly hasOnlyKnownModels?: boolean
  /** The forms it knows for a tool, the usual one first; empty for a provider that needs no translation. */
  readonly toolTargets: readonly ToolTarget[]
  /** Kinds of server that speak its dialect with differences, for an admin to choose from. */
  readonly profiles: readonly { readonly id: string, readonly label: string }[]
  /** A readable name for an id of this vendor's models, wherever they are served; undefined for any other id. Pure. */
  nameModel?(id: string): string | undefined
  /** The settings that a model supports, derived from its id and the kind of server. Pure; an unknown model supports all. */
  supportOf(model: string, connection: ProviderConnection): SettingSupport
  /** Streams one answer, in the batches in which it came off the wire. Asks once, except without reasoning that was refused. */
  stream(request: ModelRequest, call: ProviderCall): AsyncIterable<readonly ModelEvent[]>
  /** Asks the vendor for its models; throws an `AppError` when it cannot be reached or refuses the key. */
  listModels(connection: ProviderConnection, signal: AbortSignal): Promise<readonly ModelInfo[]>
}

/** Who answers for a model, as whom to call, and what is known about it. */
export interface ResolvedModel {
  readonly provider: Provider
  readonly connection: ProviderConnection
  /** The vendor's own id. It may be one that no list knows: new models work on the day they appear. */
  readonly modelId: string
  /** `null`: unknown. */
  readonly prices: BandedPrices | null
  /** What an admin knows better about it than the adapter does. */
  readonly capabilities?: CapabilityOverride
}
