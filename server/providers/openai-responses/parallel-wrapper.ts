import { z } from 'zod'
import { parseExactJson } from '../kit/exact-json'
import { findSizeError } from '../kit/tools/argument-errors'
import type { ToolNameMap } from '../kit/tool-names'
import type { CallItem } from './event'

const WRAPPER_NAMES: ReadonlySet<string> = new Set(['parallel', 'multi_tool_use.parallel'])
/** Models write it before the names of the tools that they were offered. */
const PREFIX = 'functions.'

const wrapperSchema = z.object({
  tool_uses: z.array(z.object({ recipient_name: z.string(), parameters: z.unknown().optional() })).min(1),
})

export interface WrappedCall {
  /** Wire name. */
  readonly name: string
  readonly arguments: unknown
}

/** Whether a call bears the name of the wrapper, and nobody offered a tool of that name. */
export function isWrapperName(name: string | undefined, names: ToolNameMap): boolean {
  return name !== undefined && WRAPPER_NAMES.has(name) && !names.isOffered(name)
}

/**
 * Models leak their inner form of several calls at once: one call of a tool named `parallel` that nobody offered, with
 * the calls as its arguments (github.com/vercel/ai/issues/19067). Absent when it is no such wrapper, or one around a
 * tool that was not offered: then it stays a call of an unknown tool, and the model gets that error.
 */
export function unwrapCalls(item: CallItem, names: ToolNameMap): readonly WrappedCall[] | undefined {
  if (!isWrapperName(item.name, names)) return undefined
  const wrapper = wrapperSchema.safeParse(parseLoosely(item.arguments))
  if (!wrapper.success) return undefined
  const calls = wrapper.data.tool_uses.map(({ recipient_name: recipient, parameters }) => (
    { name: recipient.startsWith(PREFIX) ? recipient.slice(PREFIX.length) : recipient, arguments: parameters }
  ))
  return calls.every(({ name }) => names.isOffered(name)) ? calls : undefined
}

function parseLoosely(text = ''): unknown {
  if (findSizeError(text)) return undefined
  try {
    return parseExactJson(text)
  }
  catch {
    // Not a wrapper: the call's own reading tells what is wrong with its arguments.
    return undefined
  }
}
