import type { LiveEvent, RunEvent, StreamedPart } from '#shared/run-event'
import type { EventBus } from '../../ports/event-bus'
import type { RunRow, RunStore, StepCheckpoint } from '../../ports/run-store'
import type { RunClock } from '../loop/run-context'
import type { LiveSteps, StepProgress } from '../worker/live-steps'
import { toPublicEvent } from '../worker/public-event'
import { ReadPosition } from './read-position'

interface FollowOptions {
  readonly store: Pick<RunStore, 'readEvents' | 'readCheckpoint'>
  readonly bus: Pick<EventBus, 'subscribe'>
  readonly liveSteps: Pick<LiveSteps, 'read'>
  readonly clock: Pick<RunClock, 'after'>
}

type Listener = (event: RunEvent) => void

/** A run as a reader follows it: each event once and in order, whichever process works on the run. */
export interface FollowedRun {
  /** Stored events after the number that was asked for. */
  readonly stored: readonly RunEvent[]
  readonly hasEnded: boolean
  /** Hands over the unfinished step and what has come since, then each further event. To be called once at most. */
  start(listener: Listener): void
  leave(): void
}

/** The worker saves a checkpoint once a second, so that a newer one is there after this. */
const NEXT_CHECKPOINT_MS = 1500

/** Subscribes first and then reads, so that nothing falls between the two; what comes twice is handed over once. */
export async function followRun(run: RunRow, wanted: number, options: FollowOptions): Promise<FollowedRun> {
  // A number beyond the newest event, as after a restored backup, would never be reached.
  const after = Math.min(wanted, run.lastSequence)
  const follower = new Follower(run.id, after, options)
  const unsubscribe = await options.bus.subscribe(run.id, event => follower.receive(event))
  try {
    const stored = (await options.store.readEvents(run.id, after)).map(toPublicEvent)
    for (const event of stored) follower.position.take(event)
    // The row was read before the events: an end between the two arrives as a live event, and a run resumed there goes on.
    const hasEnded = run.endedAt !== null && (stored.at(-1)?.sequence ?? 0) <= run.lastSequence
    if (!hasEnded) follower.progress = await follower.readProgress()
    return { stored, hasEnded, start: listener => follower.start(listener), leave: () => follower.leave(unsubscribe) }
  }
  catch (error) {
    unsubscribe()
    throw error
  }
}

class Follower {
  readonly position: ReadPosition
  progress: StepProgress | undefined
  /** What came before `start`, or while a checkpoint is awaited that fills a gap. */
  private held: RunEvent[] = []
  private listener: Listener | undefined
  private stopTimer: (() => void) | undefined
  private isLoading = false

  constructor(private readonly runId: string, after: number, private readonly options: FollowOptions) {
    this.position = new ReadPosition(after)
  }

  /** This process knows the step to its last letter; of a run that another process works on, the checkpoint is what there is. */
  async readProgress(): Promise<StepProgress | undefined> {
    const live = this.options.liveSteps.read(this.runId)
    if (live) return live
    const checkpoint = await this.options.store.readCheckpoint(this.runId)
    return checkpoint && toProgress(checkpoint)
  }

  start(listener: Listener): void {
    this.listener = listener
    this.release()
  }

  receive(event: RunEvent): void {
    // A stored event does not wait for a checkpoint: it has what is missing before it.
    if (this.listener && !this.isLoading && (!this.stopTimer || 'sequence' in event)) this.deliver(event)
    else this.held.push(event)
  }

  leave(unsubscribe: () => void): void {
    unsubscribe()
    this.stopTimer?.()
    this.listener = undefined
    this.held = []
  }

  /** Hands over what was held back, behind the snapshot unless that was taken after a stored event which was held back. */
  private release(): void {
    const held = this.held
    this.held = []
    const { progress } = this
    this.progress = undefined
    if (progress && this.position.takeProgress(progress)) this.listener?.(toSnapshot(this.runId, progress))
    for (const event of held) this.receive(event)
  }

  private deliver(event: RunEvent): void {
    const next = this.position.take(event)
    if (next === 'gap') this.waitForCheckpoint(event)
    else if (next === 'missing-events') void this.loadMissing(event)
    else if (next) this.listener?.(next)
  }

  /** Two writers of a run, its worker and a person who answers, may publish in another order than they committed in. */
  private async loadMissing(event: RunEvent): Promise<void> {
    this.held.push(event)
    this.isLoading = true
    const missing = await this.options.store.readEvents(this.runId, this.position.sequence).catch(() => undefined)
    this.isLoading = false
    missing?.forEach(stored => this.deliver(toPublicEvent(stored)))
    if (!this.listener) return
    if (missing) this.release()
    // A storage that fails is asked again, once for all events that wait; meanwhile nothing is handed over out of order.
    else this.stopTimer ??= this.options.clock.after(NEXT_CHECKPOINT_MS, () => void this.fillGap())
  }

  private waitForCheckpoint(event: RunEvent): void {
    this.held.push(event)
    this.stopTimer = this.options.clock.after(NEXT_CHECKPOINT_MS, () => void this.fillGap())
  }

  private async fillGap(): Promise<void> {
    // A storage that fails is asked again when the next delta shows the gap again.
    this.progress = await this.readProgress().catch(() => undefined)
    this.stopTimer = undefined
    if (this.listener) this.release()
  }
}

/** A checkpoint does not say which began first; models reason before they answer. */
function toProgress({ step, after, text, reasoning }: StepCheckpoint): StepProgress {
  const parts: StreamedPart[] = [{ type: 'reasoning', text: reasoning }, { type: 'text', text }]
  return { step, after, parts: parts.filter(part => part.text !== '') }
}

function toSnapshot(runId: string, { step, parts }: StepProgress): LiveEvent {
  return { type: 'step-snapshot', runId, at: new Date().toISOString(), step, parts }
}
