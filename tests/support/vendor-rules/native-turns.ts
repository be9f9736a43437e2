import type { AssistantPart, ToolCallPart } from '#shared/message'

/** A turn as each vendor's stream leaves it, signed: with the ids the vendor gave, and only with calls that it could send. */
type ToNative = (parts: readonly AssistantPart[]) => unknown

const callsOf = (parts: readonly AssistantPart[]): ToolCallPart[] => parts.filter(part => part.type === 'tool-call')
const textOf = (parts: readonly AssistantPart[]): string => parts.map(part => part.type === 'text' ? part.text : '').join('')
const argumentsOf = (call: ToolCallPart) => call.arguments.ok ? call.arguments.value : {}
const isSaid = (text: string) => text.trim() !== ''

export const NATIVE_TURNS: Readonly<Record<string, ToNative>> = {
  'anthropic': parts => ({
    content: [
      { type: 'thinking', thinking: '', signature: 'c2lnbmF0dXJl' },
      ...(isSaid(textOf(parts)) ? [{ type: 'text', text: textOf(parts) }] : []),
      ...callsOf(parts).map(call => ({ type: 'tool_use', id: call.providerCallId, name: 'get_weather', input: argumentsOf(call), caller: { type: 'direct' } })),
    ],
  }),
  'openai-chat': parts => ({
    role: 'assistant',
    content: textOf(parts) || (callsOf(parts).length > 0 ? null : ''),
    reasoning_content: 'Hm.',
    ...(callsOf(parts).length > 0 && {
      tool_calls: callsOf(parts).map(call => ({ id: call.providerCallId, type: 'function', function: { name: 'get_weather', arguments: JSON.stringify(argumentsOf(call)) } })),
    }),
  }),
  'openai-responses': parts => [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2VhbGVk' },
    ...(isSaid(textOf(parts)) ? [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', phase: 'commentary', content: [{ type: 'output_text', text: textOf(parts), annotations: [] }] }] : []),
    ...callsOf(parts).map((call, index) => ({ type: 'function_call', id: `fc_${index}`, call_id: call.providerCallId, name: 'get_weather', arguments: JSON.stringify(argumentsOf(call)), status: 'completed' })),
  ],
  'gemini': parts => ({
    role: 'model',
    parts: [
      { text: 'Hm.', thought: true },
      ...(isSaid(textOf(parts)) ? [{ text: textOf(parts) }] : []),
      ...callsOf(parts).map((call, index) => ({
        functionCall: { ...(call.providerCallId && { id: call.providerCallId }), name: 'get_weather', args: argumentsOf(call) },
        ...(index === 0 && { thoughtSignature: 'c2lnbmF0dXJl' }),
      })),
      { text: '', thoughtSignature: 'dGFpbA==' },
    ],
  }),
}
