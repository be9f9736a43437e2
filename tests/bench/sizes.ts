/** How much a bench plays. */
export interface Sizes {
  /** How often each job is played by each subject, and the share of its turns. */
  readonly rounds: number
  readonly share: number
  readonly translationRounds: number
  readonly diskTurns: number
  /** Runs at once. */
  readonly streams: readonly number[]
  readonly warmUpStreams: number
  readonly slowToolTurns: number
  readonly starts: number
  /** From the first answer of a server until its memory is read. */
  readonly settleMs: number
}

export const FULL: Sizes = {
  rounds: 8, share: 1, translationRounds: 41, diskTurns: 200,
  streams: [300, 1000], warmUpStreams: 50, slowToolTurns: 20, starts: 3, settleMs: 5000,
}

/** Shows only that every line is produced: its figures say nothing about speed. */
export const SMOKE: Sizes = {
  rounds: 1, share: 1 / 80, translationRounds: 1, diskTurns: 5,
  streams: [8, 16], warmUpStreams: 4, slowToolTurns: 1, starts: 1, settleMs: 500,
}
