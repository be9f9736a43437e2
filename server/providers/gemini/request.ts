import type { TurnOrigin } from '#shared/message'
import { withOverride } from '../kit/request/capability-table'
import { fitSettings } from '../kit/request/fit-settings'
import type { TranslatedTools } from '../kit/tools/translate-tools'
import type { ModelRequest, Translation } from '../provider'
import { findGeminiSupport } from './capabilities'
import type { WireContent } from './content'
import { takeContinuation } from './continuation'
import { isGemma, needsOpenApi } from './gemini-dialect'
import { toWireMessages } from './messages'
import { toWireThinking, type WireThinkingConfig } from './thinking'
import { toWireToolConfig, type WireToolConfig } from './tool-choice'
import { toWireTools, type WireDeclaration } from './tools'

/** The body as it goes out, fields in the order in which the SDK writes them, with the two empty ones that it always adds. */
export interface GeminiRequest {
  readonly contents: readonly WireContent[]
  /**
   * Of an answer that goes on. Whether it stands here or in `generationConfig` is not documented where we could read
   * it; the field names of Google's SDKs speak for here.
   */
  readonly continuationToken?: string
  readonly systemInstruction?: { readonly role: 'system', readonly parts: readonly [{ readonly text: string }] }
  readonly tools?: readonly [{ readonly functionDeclarations: readonly WireDeclaration[] }]
  readonly toolConfig?: WireToolConfig
  readonly generationConfig: {
    readonly maxOutputTokens?: number
    readonly temperature?: number
    readonly thinkingConfig?: WireThinkingConfig
  }
  readonly safetySettings: readonly []
}

interface WireRequest extends Translation<GeminiRequest> {
  readonly tools: TranslatedTools<WireDeclaration>
}

export function toWireRequest(request: ModelRequest, origin: TurnOrigin, profile?: string): WireRequest {
  // An alias has the rules of the model that an admin says it stands for.
  const model = request.capabilities?.sameAs ?? request.model
  const isOpenApi = profile === 'openapi' || needsOpenApi(model)
  const tools = toWireTools(request.tools, { isOpenApi, strictTools: request.strictTools })
  const { names, writeArguments } = tools
  const continued = takeContinuation(request.messages, origin)
  const messages = toWireMessages(continued.messages, { origin, model, names, writeArguments })
  const support = withOverride(findGeminiSupport, request.model, request.capabilities)
  const { settings, warnings } = fitSettings({ ...request, tools: tools.offered }, support)
  const thinking = toWireThinking({ model, effort: settings.reasoningEffort }, support)
  return {
    tools,
    warnings: [...tools.warnings, ...messages.warnings, ...warnings],
    wire: {
      generationConfig: {
        ...(settings.maxOutputTokens !== undefined && { maxOutputTokens: settings.maxOutputTokens }),
        ...(settings.temperature !== undefined && { temperature: settings.temperature }),
        ...(Object.keys(thinking).length > 0 && { thinkingConfig: thinking }),
      },
      safetySettings: [],
      // A configuration without declarations is refused.
      ...(tools.wire.length > 0
        && { tools: [{ functionDeclarations: tools.wire }], toolConfig: toWireToolConfig(settings.toolChoice ?? 'auto', tools) }),
      ...placeInstructions(request.system, messages.wire, model),
      ...(continued.token !== undefined && { continuationToken: continued.token }),
    },
  }
}

/** Gemma refuses the field for instructions: there they stand before the first message, which is always the user's. */
function placeInstructions(
  system: string | undefined, contents: readonly WireContent[], model: string,
): Pick<GeminiRequest, 'systemInstruction' | 'contents'> {
  if (!system) return { contents }
  if (!isGemma(model)) return { systemInstruction: { role: 'system', parts: [{ text: system }] }, contents }
  const [first, ...rest] = contents
  return { contents: [{ role: 'user', parts: [{ text: system }, ...(first?.parts ?? [])] }, ...rest] }
}
