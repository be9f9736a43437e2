import { randomBytes } from 'node:crypto'
import type { AuditFact } from '#server/ports/audit-fact'
import type { AuditBody, AuditDraft } from '#server/ports/audit-store'
import { commitBody } from './hash-chain'
import type { Redactor } from './redact'
import { SECRET_SLACK } from './size-budget'

/** A longer body is cut with a marker; the model was given at most 256 KB of it. */
const MAX_BODY_BYTES = 5 * 1024 * 1024
/** Names and codes are listed in tables; a model may invent one of any length. */
const MAX_NAME_LENGTH = 200

/** Makes a fact ready to be stored: without secrets, bounded, its bodies committed to. */
export type DraftAudit = (fact: AuditFact) => Promise<AuditDraft>

export function createAuditDrafts({ redactor }: { readonly redactor: Redactor }): DraftAudit {
  const name = (text: string | undefined) => text === undefined
    ? null
    : redactor.redactText(text.slice(0, MAX_NAME_LENGTH + SECRET_SLACK)).slice(0, MAX_NAME_LENGTH)
  return async fact => ({
    at: new Date(fact.at).toISOString(),
    kind: fact.kind,
    userId: fact.actor?.userId ?? null,
    userName: fact.actor?.userName ?? null,
    conversationId: fact.conversationId ?? null,
    runId: fact.runId ?? null,
    step: fact.step ?? null,
    callId: fact.callId ?? null,
    executionId: fact.executionId ?? null,
    tool: name(fact.tool),
    source: name(fact.source),
    definitionHash: fact.definitionHash ?? null,
    success: fact.success ?? null,
    durationMs: fact.durationMs ?? null,
    error: name(fact.error),
    input: await sealBody(redactor, fact.input),
    output: await sealBody(redactor, fact.output),
  })
}

/** Absence and a JSON `null` are both "no body": a reader could not tell them apart anyway. */
async function sealBody(redactor: Redactor, value: unknown): Promise<AuditBody | null> {
  if (value === undefined || value === null) return null
  const body = JSON.stringify(redactor.redactJson(value, MAX_BODY_BYTES))
  const salt = randomBytes(32).toString('hex')
  return { body, salt, commit: await commitBody(salt, body) }
}
