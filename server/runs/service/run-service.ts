import type { AnswerApproval, RunSummary } from '#shared/run'
import type { DurableEvent } from '#shared/run-event'
import { foldRunEvents } from '#shared/fold-run-events'
import type { RunView } from '#shared/run-view'
import type { StepWireView } from '#shared/wire'
import type { NamedActor, Owner } from '../../ports/actor'
import { AppError, notFound } from '../../errors'
import type { RunRow } from '../../ports/run-store'
import { acceptRun } from './accept-run'
import { answerCall } from './answer-call'
import { type FollowedRun, followRun } from './follow-run'
import type { RunStop } from '../../ports/run-stopped'
import { readStepWire } from '../wire/read-wire'
import type { RunServiceOptions, StartRunRequest } from './run-request'
import { toPublicEvent } from '../worker/public-event'

/** A worker ends a stopped run at once, unless the storage fails. */
const STOP_WAIT_MS = 10_000

/** Runs, as people and programs use them: start, watch, answer, stop, go on. */
export class RunService {
  constructor(private readonly options: RunServiceOptions) {}

  async start(actor: NamedActor, request: StartRunRequest): Promise<RunSummary> {
    const { run, event } = await acceptRun(actor, request, this.options)
    if (event) await this.handOver(actor, run.id, [event])
    return toRunSummary(run)
  }

  async find(actor: NamedActor, runId: string): Promise<RunSummary & { readonly view: RunView }> {
    const run = await this.findRow(actor, runId)
    return { ...toRunSummary(run), view: foldRunEvents(runId, await this.listEvents(actor, runId, 0)) }
  }

  async listEvents(actor: NamedActor, runId: string, after: number): Promise<readonly DurableEvent[]> {
    await this.findRow(actor, runId)
    return (await this.options.store.readEvents(runId, after)).map(toPublicEvent)
  }

  async readWire(actor: NamedActor, runId: string, step: number): Promise<StepWireView> {
    await this.findRow(actor, runId)
    return readStepWire(this.options.store, runId, step)
  }

  /** What is stored of a run after a number, and all that follows. */
  async follow(actor: NamedActor, runId: string, after: number): Promise<FollowedRun> {
    return followRun(await this.findRow(actor, runId), after, this.options)
  }

  async cancel(actor: Owner, runId: string): Promise<RunSummary> {
    await this.findRow(actor, runId)
    await this.requestCancel(runId, { reason: 'cancelled' })
    return this.summarise(actor, runId)
  }

  /** Cancels every run of a user whose account was closed; answers their ids. Does not wait until they have ended. */
  async cancelAll(userId: string): Promise<readonly string[]> {
    const ids = (await this.options.store.listUnfinished(userId)).map(run => run.id)
    await Promise.all(ids.map(id => this.requestCancel(id, { reason: 'cancelled', cancelCause: 'account-inactive' })))
    return ids
  }

  /** Like `cancelAll`, and resolves once all of them have ended. */
  async stopAll(owner: Owner): Promise<void> {
    await Promise.all((await this.cancelAll(owner.userId)).map(id => this.stop(owner, id)))
  }

  /** Like `cancel`, and resolves once the run has ended; throws `conflict` when that takes too long. */
  async stop(actor: Owner, runId: string): Promise<void> {
    const ended = Promise.withResolvers<undefined>()
    const leave = await this.options.bus.subscribe(runId, event => event.type === 'run-end' && ended.resolve(undefined))
    // The timer may fire before anything awaits the promise.
    ended.promise.catch(() => undefined)
    const stopTimer = this.options.clock.after(STOP_WAIT_MS, () => ended.reject(stillEnding(runId)))
    try {
      const run = await this.cancel(actor, runId)
      if (run.endedAt === null) await ended.promise
    }
    finally {
      stopTimer()
      leave()
    }
  }

  async answerApproval(actor: NamedActor, runId: string, answer: AnswerApproval): Promise<RunSummary> {
    const { store, draft, now } = this.options
    await this.handOver(
      actor, runId, await answerCall(actor, await this.findRow(actor, runId), { answer, store, draft, at: now().toISOString() }),
    )
    return this.summarise(actor, runId)
  }

  async resume(actor: NamedActor, runId: string): Promise<RunSummary> {
    await this.findRow(actor, runId)
    const event = await this.options.store.resume(runId, this.options.now().toISOString())
    if (!event) throw new AppError('conflict', 'Only an interrupted run can be resumed.')
    await this.handOver(actor, runId, [event])
    return this.summarise(actor, runId)
  }

  private async requestCancel(runId: string, stop: RunStop): Promise<void> {
    const { store, queue, now } = this.options
    // Without a worker (queued, or waiting for a person) the next one only ends it.
    if (await store.requestCancel(runId, now().toISOString())) await queue.cancel(runId, stop)
  }

  private async handOver({ userId }: NamedActor, runId: string, events: readonly DurableEvent[]): Promise<void> {
    for (const event of events) await this.options.bus.publish(event)
    await this.options.queue.enqueue(runId, userId)
  }

  private async summarise(actor: Owner, runId: string): Promise<RunSummary> {
    return toRunSummary(await this.findRow(actor, runId))
  }

  private async findRow(actor: Owner, runId: string): Promise<RunRow> {
    const run = await this.options.store.find(runId, actor.userId)
    if (!run) throw notFound('run')
    return run
  }
}

function stillEnding(runId: string): AppError {
  return new AppError('conflict', `Run ${runId} is still being stopped. Try again in a moment.`, { retryable: true, retryAfterMs: 5000 })
}

export function toRunSummary(run: RunRow): RunSummary {
  const { id, conversationId, parent, state, model, steps, usage, cost, error, createdAt, startedAt, endedAt, lastSequence } = run
  return {
    id, conversationId, parent, state, model, steps, usage, cost, ...(error && { error }), createdAt, startedAt, endedAt, lastSequence,
  }
}
