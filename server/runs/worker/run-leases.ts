import type { RunLease, RunStore } from '../../ports/run-store'
import type { RunClock } from '../loop/run-context'

/** How long a run without a word of its worker counts as worked on. */
const LEASE_MS = 60_000
/** Two renewals may fail before a lease expires. A run that is shorter than this is never renewed. */
const RENEW_MS = 20_000

interface RunLeasesOptions {
  /** Names this process. */
  readonly owner: string
  readonly store: Pick<RunStore, 'renewLeases'>
  readonly now: () => Date
  readonly clock: Pick<RunClock, 'after'>
}

/** The leases of the runs that this process works on: renewed together, with one write, while any is at work. */
export class RunLeases {
  private readonly held = new Set<string>()
  private stopTimer: (() => void) | undefined

  constructor(private readonly options: RunLeasesOptions) {}

  /** As it is written from now on. */
  current(): RunLease {
    const { owner, now } = this.options
    return { owner, expiresAt: new Date(now().getTime() + LEASE_MS).toISOString() }
  }

  hold(runId: string): void {
    this.held.add(runId)
    this.stopTimer ??= this.options.clock.after(RENEW_MS, () => void this.renew())
  }

  release(runId: string): void {
    this.held.delete(runId)
    if (this.held.size > 0) return
    this.stopTimer?.()
    this.stopTimer = undefined
  }

  private async renew(): Promise<void> {
    this.stopTimer = this.options.clock.after(RENEW_MS, () => void this.renew())
    // One that fails is made good by the next.
    await this.options.store.renewLeases([...this.held], this.current()).catch(() => undefined)
  }
}
