import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuditDrafts } from '#server/audit/audit-drafts'
import { type AuditReader, type AuditService, createAuditService, type ExportOrder } from '#server/audit/audit-service'
import { createCheckpointFile } from '#server/audit/checkpoint-file'
import { createRedactor } from '#server/audit/redact'
import { createSigningKeys } from '#server/audit/signing-keys'
import type { Signing } from '#server/audit/verify-log'
import type { AuditFact } from '#server/ports/audit-fact'
import type { Store } from '#server/ports/store'
import { AT } from './build-rows'

/** What signs and verifies a test's log: a key of its own, and a checkpoint file beside no other data. */
export function buildSigning(
  store: Store, { file = join(tmpdir(), randomUUID()), seeds = [Buffer.alloc(32, 1)], trustedPublicKeys = [] }: SigningChange = {},
): Signing {
  return { checkpoints: store.checkpoints, keys: createSigningKeys({ seeds, trustedPublicKeys }), file: createCheckpointFile(file) }
}

interface SigningChange { readonly file?: string, readonly seeds?: readonly Buffer[], readonly trustedPublicKeys?: readonly string[] }

export function buildAudit(store: Store, knownSecrets: readonly string[] = [], signing = buildSigning(store)): AuditService {
  const draft = createAuditDrafts({ redactor: createRedactor(() => knownSecrets) })
  return createAuditService({ store: store.audit, conversations: store.conversations, draft, signing })
}

export function buildFact(change: Partial<AuditFact> = {}): AuditFact {
  return {
    kind: 'tool.finished', at: AT, actor: { userId: 'alice', userName: 'Alice' }, conversationId: 'talk', runId: 'run-1', step: 1,
    callId: 'call-1', executionId: 'execution-1', tool: 'get_weather', source: 'weather', definitionHash: 'd', success: true,
    durationMs: 12.25, input: { city: 'Oslo' }, output: { status: 'ok', content: [{ type: 'text', text: 'rain' }] }, ...change,
  }
}

/** The whole text of an export. */
export async function readExport(
  audit: AuditService, reader: AuditReader, { filter = {}, format = 'jsonl' }: Partial<ExportOrder> = {},
): Promise<string> {
  let text = ''
  await audit.export({ filter, reader, format }, async (chunks) => {
    for await (const chunk of chunks) text += chunk
  })
  return text
}
