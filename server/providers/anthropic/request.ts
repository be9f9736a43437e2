import type { MessageCreateParamsStreaming, Tool } from '@anthropic-ai/sdk/resources/messages'
import type { Message, TurnOrigin } from '#shared/message'
import type { ToolDefinition } from '#shared/tool'
import { fitSettings } from '../kit/request/fit-settings'
import type { TranslatedTools } from '../kit/tools/translate-tools'
import type { ModelRequest, Translation } from '../provider'
import { toWireMessages } from './messages'
import { chooseMaxTokens, fitClaudeSupport } from './model-family'
import { explainBudget, toWireThinking } from './thinking'
import { toWireToolChoice } from './tool-choice'
import { toWireTools } from './tools'

/** The SDK dropped `temperature`, which the version of the interface that we ask for still knows. */
export type WireBody = MessageCreateParamsStreaming & { readonly temperature?: number }

interface WireRequest extends Translation<WireBody> {
  readonly tools: TranslatedTools<Tool>
}

export function toWireRequest(request: ModelRequest, origin: TurnOrigin): WireRequest {
  const chosen = toWireTools(request.tools, request.strictTools)
  const tools = chosen.wire.length > 0 ? chosen : toWireTools(declareCalled(request.messages))
  const { names, writeArguments } = tools
  const messages = toWireMessages(request.messages, { origin, names, writeArguments })
  const support = fitClaudeSupport(request.model, request.capabilities)
  const maxTokens = Math.min(
    request.maxOutputTokens ?? chooseMaxTokens(request.capabilities?.sameAs ?? request.model, support), support.maxOutputTokens ?? Infinity,
  )
  const budgetReason = explainBudget(request.reasoningEffort, support, { maxTokens, continuesThinking: messages.continuesThinking })
  // Choice and temperature must go with the thinking that goes out, not with the one that was asked for.
  const { settings, warnings } = fitSettings(
    { ...request, tools: chosen.offered, ...(budgetReason && { reasoningEffort: undefined }) }, support,
  )
  return {
    tools,
    warnings: [...chosen.warnings, ...messages.warnings, ...warnings, ...(budgetReason ? [budgetReason] : [])],
    wire: {
      model: request.model,
      max_tokens: maxTokens,
      stream: true,
      ...(settings.temperature !== undefined && { temperature: settings.temperature }),
      ...toWireThinking(settings.reasoningEffort, support, maxTokens),
      ...(request.system && { system: request.system }),
      messages: messages.wire,
      // An empty list is refused, and so is a choice without tools.
      ...(tools.wire.length > 0 && { tools: [...tools.wire], tool_choice: toWireToolChoice({ toolChoice: 'none', ...settings }, names) }),
    },
  }
}

/**
 * With no tool on offer, those of earlier calls are declared by name alone and forbidden by the choice: Bedrock behind
 * this interface refuses a history with calls when no tools are declared (github.com/vercel/ai/pull/7537).
 */
function declareCalled(messages: readonly Message[]): readonly ToolDefinition[] {
  const called = messages.flatMap(message => message.role === 'assistant' ? message.parts : []).filter(part => part.type === 'tool-call')
  return [...new Set(called.map(({ name }) => name))].map(name => ({
    name, description: '', inputSchema: { type: 'object' }, annotations: {},
  }))
}
