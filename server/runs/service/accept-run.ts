import { NEW_CONVERSATION_TITLE } from '#shared/conversation'
import { cutText } from '#shared/cut-text'
import type { UserContent } from '#shared/content'
import type { DurableEvent } from '#shared/run-event'
import type { NamedActor } from '../../ports/actor'
import { notFound } from '../../errors'
import type { AcceptedRun, RunRow } from '../../ports/run-store'
import { hashJson } from '../../tools/fingerprint'
import { NO_USAGE } from '../loop/run-ledger'
import type { RunServiceOptions, StartRunRequest } from './run-request'

const TITLE_CHARACTERS = 60
/** Enough for a title; the whole text may be long. */
const TITLE_SOURCE_CHARACTERS = 200

interface Accepted { readonly run: RunRow, readonly event?: DurableEvent }

/** Validates the request, then stores the run: what was answered with 201 is never lost. */
export async function acceptRun(actor: NamedActor, request: StartRunRequest, options: RunServiceOptions): Promise<Accepted> {
  const { store, conversations, registry, resolveModel, draft, newId, now } = options
  const conversation = await conversations.find(request.conversationId, actor.userId)
  if (!conversation) throw notFound('conversation')
  await resolveModel(request.model)
  const input = toContent(request.input)
  const row = buildRow(actor, request, {
    id: newId(), at: now().toISOString(), tools: registry.select(request.tools), system: (request.system ?? conversation.system) || null,
  })
  const fact = {
    kind: 'run.started' as const, at: row.createdAt, actor, conversationId: row.conversationId, runId: row.id,
    input: { model: row.model, tools: row.tools, input: leaveOutMedia(input) },
  }
  const accepted = await store.accept({
    row,
    ...(request.parent !== undefined && { parent: request.parent }),
    at: row.createdAt,
    audit: [await draft(fact)],
    conversation: {
      ...(conversation.title === NEW_CONVERSATION_TITLE && { title: titleOf(input) }),
      model: request.model,
      tools: request.tools,
      settings: request.settings,
      ...(request.system !== undefined && { system: request.system }),
    },
    event: { type: 'run-start', model: row.model, tools: [...row.tools], input },
    ...(request.idempotencyKey && { idempotency: { key: request.idempotencyKey, bodyHash: hashRequest(request) } }),
  })
  return { run: accepted.run, ...(accepted.created && accepted.event && { event: accepted.event }) }
}

function buildRow(
  actor: NamedActor, request: StartRunRequest,
  made: { readonly id: string, readonly at: string, readonly tools: readonly string[], readonly system: string | null },
): AcceptedRun['row'] {
  return {
    id: made.id,
    conversationId: request.conversationId,
    userId: actor.userId,
    userName: actor.userName,
    state: 'queued',
    model: request.model,
    system: made.system,
    limits: request.limits,
    settings: request.settings,
    tools: made.tools,
    fence: 0,
    lastSequence: 0,
    steps: 0,
    usage: NO_USAGE,
    cost: null,
    error: null,
    cancelRequestedAt: null,
    createdAt: made.at,
    startedAt: null,
    endedAt: null,
  }
}

function toContent(input: StartRunRequest['input']): UserContent {
  return typeof input === 'string' ? [{ type: 'text', text: input }] : input
}

function hashRequest({ idempotencyKey: _key, ...body }: StartRunRequest): string {
  return hashJson(body)
}

/** The first words of the request, cut between words. */
function titleOf(input: UserContent): string {
  const beginnings = input.flatMap(block => block.type === 'text' ? block.text.trimStart().slice(0, TITLE_SOURCE_CHARACTERS) : [])
  const text = beginnings.join(' ').slice(0, TITLE_SOURCE_CHARACTERS).replace(/\s+/g, ' ').trim()
  if (text.length <= TITLE_CHARACTERS) return text || NEW_CONVERSATION_TITLE
  return `${cutText(text, TITLE_CHARACTERS).replace(/\s+\S*$/, '')}…`
}

/** A message for the audit: media as their kind and size, because the run's first event holds them and no secret is looked for in them. */
function leaveOutMedia(content: UserContent): unknown[] {
  return content.map((block) => {
    if (block.type === 'text') return block
    if (block.type === 'resource') {
      const { resource } = block
      return { ...block, resource: { ...resource, ...(resource.blob !== undefined && { blob: describe(resource.blob) }) } }
    }
    return { ...block, data: describe(block.data) }
  })
}

function describe(data: string): string {
  return `[${data.length} characters of media left out]`
}
