import type { ToolCompatibility } from '#shared/compatibility'

/** How one definition fares at one target, by one version of the translation. */
export interface VerdictRow extends Omit<ToolCompatibility, 'label'> {
  /** Of the tool's definition. */
  readonly fingerprint: string
  readonly version: number
}

export interface VerdictStore {
  /** What this version of the translation said. */
  listVerdicts(version: number): Promise<readonly VerdictRow[]>
  /** Replaces what another version said about the same definitions and targets. */
  saveVerdicts(rows: readonly VerdictRow[]): Promise<void>
}
