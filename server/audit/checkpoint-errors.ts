import type { CheckpointError, CheckpointErrorCode } from '#shared/audit-verification'

/** The first error of each kind: a lost key would otherwise be reported once for each of its checkpoints. */
export class CheckpointErrors {
  private readonly first = new Map<CheckpointErrorCode, CheckpointError>()

  add(code: CheckpointErrorCode, message: string): void {
    if (!this.first.has(code)) this.first.set(code, { code, message })
  }

  list(): readonly CheckpointError[] {
    return [...this.first.values()]
  }
}
