import type { DiskTimes } from './disk'
import type { BothTimes } from './server-times'
import type { Measurement } from './subject'
import type { TranslationTimes } from './translation'

/** The figures of one subject. */
export type Results = Readonly<Record<'one' | 'sixteen' | 'shortOne' | 'shortSixteen' | 'flood' | 'small' | 'large', Measurement>>

export interface Report {
  /** The bare SDK loop. */
  readonly floor: Results
  /** The run loop in process, without server and database. */
  readonly loop: Results
  /** Absent when only the loop is measured. */
  readonly server?: ServerReport
  readonly translation: readonly TranslationTimes[]
}

export interface ServerReport {
  /** The bare SDK loop behind a plain HTTP server. */
  readonly floor: Results
  /** The built server over HTTP. */
  readonly app: Results
  readonly disk: DiskTimes
  readonly times: BothTimes
}
