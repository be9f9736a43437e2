import { randomUUID } from 'node:crypto'
import type { DurableEventBody } from '#shared/run-event'
import type { AuditDraft } from '#server/ports/audit-store'
import type { ExecutionStart } from '#server/ports/execution'
import type { AcceptedRun, RunLease, RunRow } from '#server/ports/run-store'
import type { Store } from '#server/ports/store'

export const AT = '2026-01-02T03:04:05.678Z'

/** Of the process under test, a minute from `AT` on. */
export const LEASE: RunLease = { owner: 'this process', expiresAt: '2026-01-02T03:05:05.678Z' }

export function buildDraft(change: Partial<AuditDraft> = {}): AuditDraft {
  return {
    at: AT, kind: 'auth.login', userId: 'alice', userName: 'Alice', conversationId: null, runId: null, step: null, callId: null,
    executionId: null, tool: null, source: null, definitionHash: null, success: true, durationMs: null, error: null,
    input: null, output: null, ...change,
  }
}

export function buildRun(change: Partial<RunRow> = {}): RunRow {
  return {
    id: randomUUID(), conversationId: 'talk', parent: null, userId: 'alice', userName: 'Alice', state: 'queued', model: 'demo/demo',
    system: null, limits: { steps: 20, toolCalls: 50, seconds: 300 }, settings: {}, tools: [],
    fence: 0, lastSequence: 0, steps: 0,
    usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
    cost: null, error: null, cancelRequestedAt: null, createdAt: AT, startedAt: null, endedAt: null, ...change,
  }
}

export function buildAcceptedRun(row: RunRow, idempotency?: AcceptedRun['idempotency']): AcceptedRun {
  const event = {
    type: 'run-start', model: row.model, tools: [...row.tools], input: [{ type: 'text', text: 'hello' }],
  } satisfies DurableEventBody
  return { row, parent: row.parent ?? undefined, event, audit: [buildDraft({ kind: 'run.started', runId: row.id })], at: AT, idempotency }
}

export function buildExecution(change: Partial<ExecutionStart> = {}): ExecutionStart {
  return {
    id: randomUUID(), state: 'started', idempotencyKey: randomUUID(), runId: null, callId: 'call-1', userId: 'alice',
    toolId: 'calculator/calculate', definitionHash: 'd', argumentsHash: 'a', startedAt: AT, ...change,
  }
}

export async function seedConversation(store: Store, id = 'talk', userId = 'alice', updatedAt = AT): Promise<void> {
  await store.conversations.create({ id, userId, title: id, createdAt: AT, updatedAt })
}

/** A conversation with one run that a worker holds. */
export async function seedRunningRun(store: Store, change: Partial<RunRow> = {}): Promise<RunRow> {
  const row = buildRun(change)
  if (!await store.conversations.find(row.conversationId, row.userId)) await seedConversation(store, row.conversationId, row.userId)
  await store.runs.accept(buildAcceptedRun(row))
  const claimed = await store.runs.claim(row.id, AT, LEASE)
  if (!claimed) throw new Error('The run was not claimed.')
  return claimed
}
