import type { AuditFact } from '../ports/audit-fact'
import type { AuditDraft, AuditStore } from '../ports/audit-store'
import { createStorageRetry, type StorageRetryOptions } from '../retry-storage'
import type { AdmittedCall, ToolCallRecorder } from './execute-tool-call'
import { toExecutionState } from './execution-state'

export interface ToolActor { readonly userId: string, readonly userName: string, readonly role: string }

export interface LabRecorderOptions extends StorageRetryOptions {
  readonly audit: Pick<AuditStore, 'append'>
  readonly draft: (fact: AuditFact) => Promise<AuditDraft>
  readonly now: () => Date
  readonly newId: () => string
}

export interface LabRecorder extends ToolCallRecorder {
  /** Number of the newest record; 0 before there is one. */
  readonly lastSeq: () => number
}

/** Records calls by hand: the same rows as in a run, without a run. */
export function createLabRecorder(actor: ToolActor, options: LabRecorderOptions): LabRecorder {
  const { audit, draft, now, newId } = options
  const executionId = newId()
  const retryStorage = createStorageRetry(options)
  let lastSeq = 0
  const append: typeof audit.append = async (drafts, execution) => {
    const seqs = await audit.append(drafts, execution)
    lastSeq = seqs.at(-1) ?? lastSeq
    return seqs
  }
  const factOf = (call: AdmittedCall): Omit<AuditFact, 'kind'> => ({
    at: now().toISOString(), actor, callId: call.callId, executionId, tool: call.tool.definition.name,
    source: call.tool.source.id, definitionHash: call.tool.fingerprint, input: call.input,
  })
  return {
    lastSeq: () => lastSeq,
    refused: async (request, outcome, tool) => {
      await append([await draft({
        kind: 'tool.refused', at: now().toISOString(), actor, callId: request.callId, tool: request.name, source: tool?.source.id,
        definitionHash: tool?.fingerprint, success: false, durationMs: 0, error: outcome.status,
        input: request.arguments.ok ? request.arguments.value : request.arguments.text, output: outcome,
      })])
    },
    started: async (call) => {
      await append([await draft({ ...factOf(call), kind: 'tool.started' })], {
        id: executionId, state: 'started', idempotencyKey: call.idempotencyKey, runId: null, callId: call.callId, userId: actor.userId,
        toolId: call.tool.id, definitionHash: call.tool.fingerprint, argumentsHash: call.argumentsHash, startedAt: now().toISOString(),
      })
    },
    ended: async (call, outcome) => {
      const success = outcome.status === 'ok'
      const fact = await draft({
        ...factOf(call), kind: 'tool.finished', success, durationMs: outcome.durationMs, error: success ? undefined : outcome.status, output: outcome,
      })
      const end = { id: executionId, state: toExecutionState(outcome), endedAt: now().toISOString(), durationMs: outcome.durationMs }
      // The tool has run: a storage error that passes must not lose what it did.
      await retryStorage(() => append([fact], end))
    },
  }
}
