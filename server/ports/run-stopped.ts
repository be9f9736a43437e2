/** Why a worker must stop its run. Plain data: it may come from another process. */
export interface RunStop {
  readonly reason: 'cancelled' | 'interrupted'
  /** What cancelled a run other than its own user. */
  readonly cancelCause?: 'account-inactive'
}

/** The abort reason of a worker's signal. */
export class RunStopped extends Error implements RunStop {
  constructor(readonly reason: RunStop['reason'], readonly cancelCause?: RunStop['cancelCause']) {
    super(reason === 'cancelled' ? 'The run was stopped.' : 'The server is shutting down.')
    this.name = 'RunStopped'
  }
}
