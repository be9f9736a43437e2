import type { TurnOrigin } from '#shared/message'
import { withOverride } from '../kit/capability-table'
import { fitSettings } from '../kit/fit-settings'
import { createToolNameMap, type ToolNameMap } from '../kit/tool-names'
import type { ModelRequest, Translation } from '../provider'
import { findGeminiSupport } from './capabilities'
import type { WireContent } from './content'
import { canShowThoughts, GEMINI_NAME_RULE } from './gemini-dialect'
import { toWireMessages } from './messages'
import { toWireThinking, type WireThinkingConfig } from './thinking'
import { toWireToolConfig, type WireToolConfig } from './tool-choice'
import { toWireTools, type WireDeclaration } from './tools'

/** The body as it goes out. The two empty fields are what the SDK would add by itself. */
export interface GeminiRequest {
  readonly contents: readonly WireContent[]
  readonly systemInstruction?: { readonly role: 'system', readonly parts: readonly [{ readonly text: string }] }
  readonly tools?: readonly [{ readonly functionDeclarations: readonly WireDeclaration[] }]
  readonly toolConfig?: WireToolConfig
  readonly generationConfig: { readonly maxOutputTokens?: number, readonly temperature?: number, readonly thinkingConfig?: WireThinkingConfig }
  readonly safetySettings: readonly []
}

interface WireRequest extends Translation<GeminiRequest> {
  readonly names: ToolNameMap
}

export function toWireRequest(request: ModelRequest, origin: TurnOrigin): WireRequest {
  const names = createToolNameMap(request.tools.map(tool => tool.name), GEMINI_NAME_RULE)
  const tools = toWireTools(request.tools, names)
  const messages = toWireMessages(request.messages, { origin, names })
  const support = withOverride(findGeminiSupport, request.model, request.capabilities)
  const { settings, warnings } = fitSettings(request, support)
  const thinking: WireThinkingConfig = {
    ...(canShowThoughts(request.capabilities?.sameAs ?? request.model) && { includeThoughts: true }),
    ...toWireThinking(settings.reasoningEffort, support),
  }
  return {
    names,
    warnings: [...tools.warnings, ...messages.warnings, ...warnings],
    wire: {
      contents: messages.wire,
      ...(request.system && { systemInstruction: { role: 'system', parts: [{ text: request.system }] } }),
      // A configuration without declarations is refused.
      ...(tools.wire.length > 0 && { tools: [{ functionDeclarations: tools.wire }], toolConfig: toWireToolConfig(settings.toolChoice ?? 'auto', names) }),
      generationConfig: {
        ...(settings.maxOutputTokens !== undefined && { maxOutputTokens: settings.maxOutputTokens }),
        ...(settings.temperature !== undefined && { temperature: settings.temperature }),
        ...(Object.keys(thinking).length > 0 && { thinkingConfig: thinking }),
      },
      safetySettings: [],
    },
  }
}
