import type { AssistantPart, ToolCallPart } from '#shared/message'

export function callsOf(parts: readonly AssistantPart[]): ToolCallPart[] {
  return parts.filter(part => part.type === 'tool-call')
}

export function textOf(parts: readonly AssistantPart[]): string {
  return parts.map(part => part.type === 'text' ? part.text : '').join('')
}

export function hasText(parts: readonly AssistantPart[]): boolean {
  return textOf(parts).trim() !== ''
}

/** Only arguments that a vendor could have sent. */
export function argumentsOf(call: ToolCallPart): Readonly<Record<string, unknown>> {
  return call.arguments.ok ? call.arguments.value : {}
}
