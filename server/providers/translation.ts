import { toWireTools as toAnthropicTools } from './anthropic/tools'
import { toWireRequest as toAnthropicRequest } from './anthropic/request'
import { toWireRequest as toGeminiRequest } from './gemini/request'
import { toWireTools as toGeminiTools } from './gemini/tools'
import { dropInjectedNulls } from './kit/tools/read-arguments'
import { translateTools } from './kit/tools/translate-tools'
import { chooseProfile } from './openai-chat/profiles'
import { toWireRequest as toChatRequest } from './openai-chat/request'
import { toWireTools as toChatTools } from './openai-chat/tools'
import { toWireRequest as toResponsesRequest } from './openai-responses/request'
import { toWireTools as toResponsesTools } from './openai-responses/tools'

/**
 * The translations by themselves, for callers with a transport of their own: pure functions from canonical tools and
 * requests to what each vendor takes, with a warning for each loss. Nothing here calls anybody, reads the environment,
 * or needs the app around it.
 *
 * - `tools`: the definitions of an MCP server to a vendor's list. The result holds the list (`wire`), its JSON text
 *   (`text`), the names and their way back (`names`), and `readArguments`, which undoes what the translation did to
 *   a call's arguments.
 * - `requests`: a whole request. `wire` is the body; `warnings` are those of tools, messages and settings together.
 *
 * Pass the same definitions again: translations are cached by identity.
 */
export const translation = {
  tools: { anthropic: toAnthropicTools, openaiChat: toChatTools, openaiResponses: toResponsesTools, gemini: toGeminiTools },
  requests: { anthropic: toAnthropicRequest, openaiChat: toChatRequest, openaiResponses: toResponsesRequest, gemini: toGeminiRequest },
  /** Which kind of OpenAI-compatible server stands behind an address; `tools.openaiChat` asks for it. */
  chooseProfile,
  /** For a dialect of one's own, declared as those in the folders of the vendors are. */
  translateTools,
  dropInjectedNulls,
} as const
