import type { AccessStore } from './access-store'
import type { AuditStore } from './audit-store'
import type { CheckpointStore } from './checkpoint-store'
import type { ConversationStore } from './conversation-store'
import type { ModelOverrideStore } from './model-override-store'
import type { ProviderStore } from './provider-store'
import type { RunStore } from './run-store'
import type { ToolStore } from './tool-store'
import type { VerdictStore } from './verdict-store'

/** All the SQL, as named asynchronous functions. Ownership is a parameter of each query, never a check after it. */
export interface Store {
  readonly access: AccessStore
  readonly audit: AuditStore
  readonly checkpoints: CheckpointStore
  readonly conversations: ConversationStore
  readonly modelOverrides: ModelOverrideStore
  readonly providers: ProviderStore
  readonly runs: RunStore
  readonly tools: ToolStore
  readonly verdicts: VerdictStore
  /** Throws when the database could not be written within the last second. */
  checkWritable(): Promise<void>
  close(): Promise<void>
}
