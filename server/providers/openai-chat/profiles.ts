import type { ReasoningEffort } from '#shared/model-settings'
import type { ProviderConnection } from '../provider'

/** Ids of calls that a server takes back: it refuses a history that holds others. */
interface CallIdRule {
  /** Matches one allowed character. */
  readonly allowed: RegExp
  readonly minLength: number
  readonly maxLength: number
}

/** What a server that speaks OpenAI's chat dialect does differently: declared here, and nowhere asked by its name. */
export interface ServerProfile {
  readonly id: string
  readonly label: string
  /** Whether an address is of this kind, when the connection does not say which kind it is. */
  readonly isAt: (address: URL) => boolean
  /** `api-key`: the key goes in a header of that name, and no `Authorization` goes out. */
  readonly auth: 'bearer' | 'api-key'
  /** Whether its models are OpenAI's own, and so under the rules of their families. */
  readonly servesOpenAiModels: boolean
  readonly tokenField: 'max_tokens' | 'max_completion_tokens'
  /** `developer`: for models that reason, which want their instructions under that role; others get `system`. */
  readonly reasoningSystemRole: 'system' | 'developer'
  readonly callIds: CallIdRule
  readonly sendsStrict: boolean
  readonly sendsParallelToolCalls: boolean
  readonly sendsStreamOptions: boolean
  /** Reasoning efforts it takes; absent: those of its models. */
  readonly efforts?: readonly ReasoningEffort[]
  /** Forms of `tool_choice` it obeys; `named` is the one that forces a single tool. Any other must become `auto`. */
  readonly toolChoices: ReadonlySet<'auto' | 'required' | 'none' | 'named'>
  /** Media that a person's message may hold; for any other a note stands in its place. */
  readonly media: ReadonlySet<'image' | 'audio' | 'pdf'>
  /** Whether a tool message may hold picture parts; otherwise they follow in a user message. */
  readonly imagesInToolMessages: boolean
  /** Fields of an assistant message that it wants back as they came; all others of its own are left out. */
  readonly replayedFields: readonly string[]
  /** Fields that every turn with calls must bear, and that stay empty in a turn of another model. */
  readonly fieldsWithCalls?: readonly string[]
  /** What the first call of a step must bear, after the person's last message, when it came without: `models` refuse a bare one. */
  readonly foreignCall?: { readonly models: RegExp, readonly fields: Readonly<Record<string, unknown>> }
  /** Whether an answer must stand between tool messages and what a person says next. */
  readonly needsAnswerAfterTools?: boolean
  /** Whether a history may not end with an answer. */
  readonly needsRequestAtEnd?: boolean
  /** Which of our tool targets fits its schemas. */
  readonly toolTarget: 'openai-chat' | 'llama-cpp'
  /** Most tools in one request; absent: no limit is known. */
  readonly maxTools?: number
  /** Longest description of a tool, in characters; absent: no limit is known. */
  readonly maxDescription?: number
}

const ALL_CHOICES = new Set(['auto', 'required', 'none', 'named'] as const)
const COMMON_IDS: CallIdRule = { allowed: /[a-zA-Z0-9_-]/, minLength: 1, maxLength: 64 }
/** `extra_content`: a gateway may pass a Gemini model on, which wants the signature of each call back. */
const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_details', 'extra_content']

/** What most servers of this dialect take. Where a server is not known, the form with the fewest fields goes out. */
const GENERIC: ServerProfile = {
  id: 'generic',
  label: 'Other server',
  isAt: () => true,
  auth: 'bearer',
  servesOpenAiModels: false,
  tokenField: 'max_tokens',
  reasoningSystemRole: 'system',
  callIds: COMMON_IDS,
  sendsStrict: false,
  sendsParallelToolCalls: true,
  sendsStreamOptions: true,
  toolChoices: ALL_CHOICES,
  // Most servers refuse a request with a file part, whatever the model.
  media: new Set(['image', 'audio']),
  imagesInToolMessages: false,
  replayedFields: REASONING_FIELDS,
  toolTarget: 'openai-chat',
}

const OPENAI: ServerProfile = {
  ...GENERIC,
  id: 'openai',
  label: 'OpenAI',
  isAt: isHost('api.openai.com'),
  servesOpenAiModels: true,
  media: new Set(['image', 'audio', 'pdf']),
  // Newer models refuse the old field; all of them take this one.
  tokenField: 'max_completion_tokens',
  reasoningSystemRole: 'developer',
  // "string too long. Expected a string with maximum length 40" for the id of a call.
  callIds: { ...COMMON_IDS, maxLength: 40 },
  sendsStrict: true,
  // It takes no reasoning back.
  replayedFields: [],
  maxTools: 128, // github.com/zed-industries/zed/issues/32946
  // Reported in 2025 (github.com/probelabs/probe/issues/9); whether newer models still refuse more is not known.
  maxDescription: 1024,
}

/** In order: the first whose address fits. A port is a guess, and only believed where hardly anybody else uses it. */
export const SERVER_PROFILES: readonly ServerProfile[] = [
  OPENAI,
  {
    ...OPENAI,
    id: 'azure',
    label: 'Azure OpenAI',
    isAt: isHost('openai.azure.com', 'openai.azure.us', 'cognitiveservices.azure.com', 'services.ai.azure.com'),
    auth: 'api-key',
  },
  {
    ...GENERIC,
    id: 'mistral',
    label: 'Mistral',
    isAt: isHost('api.mistral.ai'),
    media: new Set(['image']),
    // "must be a-z, A-Z, 0-9, with a length of 9": github.com/anomalyco/opencode/issues/1680
    callIds: { allowed: /[a-zA-Z0-9]/, minLength: 9, maxLength: 9 },
    // It refuses fields it does not know, and counts tokens without being asked.
    sendsStreamOptions: false,
    efforts: [],
    replayedFields: [],
    // "Unexpected role 'user' after role 'tool'": github.com/zed-industries/zed/issues/37021
    needsAnswerAfterTools: true,
    // "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant"
    needsRequestAtEnd: true,
  },
  // All tools become one grammar there: github.com/ggml-org/llama.cpp/issues/25895
  { ...GENERIC, id: 'llama-cpp', label: 'llama.cpp', isAt: () => false, toolTarget: 'llama-cpp' },
  {
    ...GENERIC,
    id: 'ollama',
    label: 'Ollama',
    isAt: ({ hostname, port }) => port === '11434' || hostname === 'ollama.com',
    // It passes over any other choice, and over the switch for parallel calls.
    toolChoices: new Set(['auto']),
    sendsParallelToolCalls: false,
    // "invalid reasoning value" is its answer to any other.
    efforts: ['none', 'low', 'medium', 'high'],
  },
  { ...GENERIC, id: 'vllm', label: 'vLLM', isAt: () => false },
  {
    ...GENERIC,
    id: 'openrouter',
    label: 'OpenRouter',
    isAt: isHost('openrouter.ai'),
    sendsStrict: true,
    media: new Set(['image', 'audio', 'pdf']),
  },
  {
    ...GENERIC,
    id: 'deepseek',
    label: 'DeepSeek',
    isAt: isHost('api.deepseek.com'),
    // Its service knows text alone (not checked for its newest models): any other part fails the request.
    media: new Set(),
    // Thinking comes with the model there; a turn with calls must bring its thoughts back: github.com/earendil-works/pi/issues/3636
    efforts: [],
    sendsParallelToolCalls: false,
    replayedFields: ['reasoning_content'],
    fieldsWithCalls: ['reasoning_content'],
    maxTools: 128,
  },
  {
    ...GENERIC,
    id: 'gemini-openai',
    label: 'Gemini (OpenAI form)',
    isAt: isHost('generativelanguage.googleapis.com'),
    sendsParallelToolCalls: false,
    efforts: ['none', 'minimal', 'low', 'medium', 'high'],
    // Thought signatures come back inside each call.
    replayedFields: ['extra_content'],
    // Google's own words for a call that another model made; the models before the third generation check nothing.
    foreignCall: {
      models: /^(?!.*(?:gemini-[12]\.|gemma))/,
      fields: { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } },
    },
    maxTools: 512,
  },
  GENERIC,
]

/** The profile that the connection names, or else the one of its address. */
export function chooseProfile({ profile, baseUrl }: Pick<ProviderConnection, 'profile' | 'baseUrl'>): ServerProfile {
  const named = SERVER_PROFILES.find(({ id }) => id === profile)
  if (named) return named
  if (baseUrl === undefined) return OPENAI
  if (!URL.canParse(baseUrl)) return GENERIC
  const address = new URL(baseUrl)
  return SERVER_PROFILES.find(({ isAt }) => isAt(address)) ?? GENERIC
}

/** The host itself or one below it; never one that only ends alike. */
function isHost(...hosts: readonly string[]): (address: URL) => boolean {
  return ({ hostname }) => hosts.some(host => hostname === host || hostname.endsWith(`.${host}`))
}
