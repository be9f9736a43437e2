import type { ChatCompletionFunctionTool } from 'openai/resources/chat/completions'
import type { ToolDefinition } from '#shared/tool'
import { createToolTarget } from '../kit/tools/tool-target'
import type { ToolDialect } from '../kit/tools/tool-dialect'
import { translateTools, type TranslatedTools } from '../kit/tools/translate-tools'
import { LLAMA_CPP_SCHEMA, OPENAI_NAME_RULE, OPENAI_SCHEMA, OPENAI_STRICT_SCHEMA } from './openai-dialect'
import { SERVER_PROFILES, type ServerProfile } from './profiles'

/** All tools become one grammar there, which has a ceiling near this size: github.com/ggml-org/llama.cpp/issues/25895 */
const LLAMA_CPP_MAX_TEXT = 100_000

function createDialect({ toolTarget, sendsStrict, maxTools, maxDescription }: ServerProfile): ToolDialect<ChatCompletionFunctionTool> {
  const isGrammar = toolTarget === 'llama-cpp'
  return {
    nameRule: OPENAI_NAME_RULE,
    schema: isGrammar ? LLAMA_CPP_SCHEMA : OPENAI_SCHEMA,
    ...(sendsStrict && { strictSchema: OPENAI_STRICT_SCHEMA }),
    ...(maxTools !== undefined && { maxTools }),
    ...(maxDescription !== undefined && { maxDescription }),
    ...(isGrammar && { maxText: LLAMA_CPP_MAX_TEXT }),
    // `strict` only when it is asked for: many servers do not know the field.
    toWire: ({ name, description, schema, isStrict }) => ({
      type: 'function',
      function: { name, ...(description && { description }), parameters: { ...schema }, ...(isStrict && { strict: true }) },
    }),
  }
}

/** Created once each, because translations are cached by dialect. */
const DIALECTS = new Map(SERVER_PROFILES.map(profile => [profile.id, createDialect(profile)]))

function findDialect(id: string): ToolDialect<ChatCompletionFunctionTool> {
  const dialect = DIALECTS.get(id)
  if (!dialect) throw new Error(`There is no profile ${id}.`)
  return dialect
}

interface ToolOptions {
  readonly profile: ServerProfile
  readonly strictTools?: ReadonlySet<string>
}

export function toWireTools(
  tools: readonly ToolDefinition[], { profile, strictTools }: ToolOptions,
): TranslatedTools<ChatCompletionFunctionTool> {
  return translateTools(tools, findDialect(profile.id), strictTools)
}

export const TOOL_TARGETS = [
  createToolTarget({ id: 'openai-chat', label: 'OpenAI Chat', dialect: findDialect('openai') }),
  createToolTarget({ id: 'openai-strict', label: 'OpenAI strict', dialect: findDialect('openai'), isStrict: true }),
  createToolTarget({ id: 'llama-cpp', label: 'llama.cpp', dialect: findDialect('llama-cpp') }),
]
