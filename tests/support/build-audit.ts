import { createAuditDrafts } from '#server/audit/audit-drafts'
import { type AuditReader, type AuditService, createAuditService, type ExportOrder } from '#server/audit/audit-service'
import { createRedactor } from '#server/audit/redact'
import type { AuditFact } from '#server/ports/audit-fact'
import type { Store } from '#server/ports/store'
import { AT } from './build-rows'

export function buildAudit(store: Store, knownSecrets: readonly string[] = []): AuditService {
  const draft = createAuditDrafts({ redactor: createRedactor(() => knownSecrets) })
  return createAuditService({ store: store.audit, draft })
}

export function buildFact(change: Partial<AuditFact> = {}): AuditFact {
  return {
    kind: 'tool.finished', at: AT, actor: { userId: 'alice', userName: 'Alice' }, conversationId: 'talk', runId: 'run-1', step: 1,
    callId: 'call-1', executionId: 'execution-1', tool: 'get_weather', source: 'weather', definitionHash: 'd', success: true,
    durationMs: 12.25, input: { city: 'Oslo' }, output: { status: 'ok', content: [{ type: 'text', text: 'rain' }] }, ...change,
  }
}

/** The whole text of an export. */
export async function readExport(audit: AuditService, reader: AuditReader, { filter = {}, format = 'jsonl' }: Partial<ExportOrder> = {}): Promise<string> {
  let text = ''
  await audit.export({ filter, reader, format }, async (chunks) => {
    for await (const chunk of chunks) text += chunk
  })
  return text
}
