import type { DurableEvent } from '#shared/run-event'

type Envelope = 'type' | 'runId' | 'at' | 'sequence'
/** Only an optional field can be kept on the server: without it, the event still has its type. */
type Visibility<Event, Field extends keyof Event> = object extends Pick<Event, Field> ? 'public' | 'server' : 'public'
type Fields<Event> = { readonly [Field in keyof Omit<Event, Envelope>]-?: Visibility<Event, Field> }

const ENVELOPE = { type: 'public', runId: 'public', at: 'public', sequence: 'public' } as const

/** Which fields of a stored event leave the server. The compiler asks for every type and every field. */
const FIELDS: { readonly [Type in DurableEvent['type']]: Fields<Extract<DurableEvent, { readonly type: Type }>> } = {
  'run-start': { model: 'public', tools: 'public', input: 'public' },
  'run-resume': {},
  'step-start': { step: 'public', final: 'public' },
  'step-retry': { step: 'public', attempt: 'public', delayMs: 'public', error: 'public' },
  'translation-warning': { step: 'public', warning: 'public' },
  'reasoning-end': { step: 'public', text: 'public' },
  'text-end': { step: 'public', text: 'public' },
  'tool-call': {
    step: 'public', callId: 'public', providerCallId: 'public', name: 'public', originalName: 'public', sourceId: 'public',
    arguments: 'public', argumentsText: 'public', argumentsError: 'public', raw: 'public',
  },
  'approval-request': { step: 'public', callId: 'public', reason: 'public', binding: 'public' },
  'approval-response': { callId: 'public', decision: 'public', note: 'public', userId: 'public', binding: 'public' },
  'tool-start': { step: 'public', callId: 'public', auditSeq: 'public' },
  'tool-end': { step: 'public', callId: 'public', outcome: 'public', auditSeq: 'public' },
  'step-end': {
    step: 'public', usage: 'public', finishReason: 'public', rawFinishReason: 'public', explanation: 'public', cost: 'public',
    durationMs: 'public', firstTokenMs: 'public', origin: 'public',
    // The vendor's own form of a turn is opaque, large and only for replay.
    native: 'server', hasSealedReasoning: 'server',
  },
  'run-wait': { for: 'public', callIds: 'public' },
  'run-end': { reason: 'public', usage: 'public', cost: 'public', limit: 'public', error: 'public' },
}

/** The event with its public fields alone, as browsers and programs get it. */
export function toPublicEvent(event: DurableEvent): DurableEvent {
  const visibility: Readonly<Record<string, 'public' | 'server'>> = { ...ENVELOPE, ...FIELDS[event.type] }
  const fields = Object.entries(event).filter(([field]) => visibility[field] === 'public')
  return Object.fromEntries(fields) as DurableEvent // All required fields are public.
}
