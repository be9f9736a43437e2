import { isOpenRun } from '#shared/run-state'
import type { RunState } from '#shared/run'
import type { UserStatus } from '#shared/account'
import { AppError, invalidField } from '../errors'
import type { RunCommit } from './run-store'

/**
 * What every engine of the store enforces for runs, each inside the transaction that it decides about, on rows that
 * the engine has locked.
 */

/** The columns of a run that decide whether a commit may be written. */
export interface RunHead {
  readonly fence: number
  readonly state: RunState
  readonly lastSequence: number
  readonly cancelRequestedAt: string | null
}

/** Whether this writer may still write: its run exists and is open, no newer worker has claimed it, and it is not being cancelled. */
export function requireWritable({ fence, execution, ifLastSequence }: RunCommit, head: RunHead | undefined): RunHead {
  if (!head) throw new AppError('conflict', 'The run no longer exists: its conversation was deleted.')
  if (fence !== null && fence !== head.fence) throw new AppError('conflict', 'Another worker has claimed this run.')
  if (ifLastSequence !== undefined && ifLastSequence !== head.lastSequence) {
    throw new AppError('conflict', 'The run has new events.', { retryable: true })
  }
  if (!isOpenRun(head.state)) throw new AppError('conflict', 'The run has ended and accepts no more events.')
  if (execution?.state === 'started' && head.cancelRequestedAt !== null) {
    throw new AppError('conflict', 'The run is being cancelled: no further tool is started.')
  }
  return head
}

/** Two runs at once would write into each other's history. `activeRunId`: the open run of the conversation, if there is one. */
export function requireNoActiveRun(activeRunId: string | undefined): void {
  if (activeRunId === undefined) return
  throw new AppError('conflict', `This conversation still works on run ${activeRunId}. Wait for it, answer its approval, or cancel it.`)
}

/** A request that was under way when its user was suspended starts nothing. */
export function requireNotSuspended(status: UserStatus | undefined): void {
  if (status === 'suspended') throw new AppError('unauthenticated', 'This account is suspended.')
}

/** The same key with the same request returns the earlier run; with another request it is an error. */
export function requireSameRequest(earlierHash: string | null, bodyHash: string): void {
  if (earlierHash !== bodyHash) throw new AppError('unprocessable', 'This Idempotency-Key was used for another request. Use a new key.')
}

/**
 * The run that a new run follows. `wanted`: what the request names, `null` for none, absent for the newest.
 * `found`: that run, or the newest one, if it is in the conversation.
 */
export function requireParent(wanted: string | null | undefined, found: string | undefined): string | null {
  if (wanted === null) return null
  if (found === undefined && wanted !== undefined) {
    throw invalidField('parent', 'The parent is not a run of this conversation. Leave it out to follow the newest run.')
  }
  return found ?? null
}

/** A resumed answer would stand before later questions and read as an answer to them. */
export function requireNewestRun(laterRunId: string | undefined): void {
  if (laterRunId === undefined) return
  throw new AppError(
    'conflict', `The conversation has continued with run ${laterRunId}, so this run can no longer be resumed. Send a new message.`,
  )
}

/** The worker of a deleted run could no longer record what its tools did. `runningId`: a run that has a worker. */
export function requireDeletableConversation(runningId: string | undefined): void {
  if (runningId !== undefined) throw new AppError('conflict', 'A run is still active in this conversation. Stop it, then delete.')
}

/** The same, for all conversations of a user. */
export function requireDeletableUser(runningId: string | undefined): void {
  if (runningId !== undefined) {
    throw new AppError('conflict', 'A run of this user has not ended yet. Try again in a moment.', { retryable: true })
  }
}

/**
 * Whether a commit must survive a power failure: answers to people, the start of an effect, and how a run ended. The
 * rest is progress; when it is lost, recovery acts as if the failure had come a moment earlier.
 */
export function mustBeDurable({ audit = [], execution, change, fence }: RunCommit): boolean {
  return audit.length > 0 || execution !== undefined || change?.state !== undefined || fence === null
}
