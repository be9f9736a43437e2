/** In what way the log and its signed checkpoints contradict each other, or could not be compared. */
export type CheckpointErrorCode
  /** A checkpoint was changed, or does not follow the one before it. */
  = | 'signature-wrong'
  /** Its signature is right, but its key is not one of this server's: it was lost, or somebody signed another log. */
    | 'signed-by-another-key'
  /** The records are not those that were signed. */
    | 'not-as-signed'
  /** The log ends before the last record that was signed. */
    | 'shorter-than-signed-head'
  /** The checkpoint file holds one that the database lacks. */
    | 'checkpoint-missing'
  /** Nothing is known of what the checkpoint file holds. */
    | 'checkpoint-file-unreadable'

export interface CheckpointError {
  readonly code: CheckpointErrorCode
  /** The first place where it was found, as a sentence. */
  readonly message: string
}

/** `GET /api/audit/verify`. */
export interface AuditVerification {
  /** Neither `firstBad` nor any of `checkpointErrors`. */
  readonly ok: boolean
  readonly records: number
  /** Hash of the newest record. */
  readonly head: string
  readonly firstBad?: { readonly seq: number, readonly reason: string }
  /** Records after the newest checkpoint. No signature covers them yet, only the hash chain. */
  readonly unsignedTail: number
  readonly checkpoints: {
    readonly count: number
    /** Number of the newest signed record; 0 when none is signed. */
    readonly lastSeq: number
    readonly newestAt: string | null
    /** Of the key that this server signs with. */
    readonly keyId: string
  }
  /** At most one of each kind. */
  readonly checkpointErrors: readonly CheckpointError[]
}
