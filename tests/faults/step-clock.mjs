/*
 * Loaded into the server before anything else: sets its clock away by the hours in a file, as setting the time of the
 * machine would. What is measured by a monotonic clock is left as it is.
 */
import { readFileSync } from 'node:fs'

const RealDate = Date
const file = process.env.FAULTS_CLOCK_FILE
let errorMs = 0
let readAt = 0

function now() {
  const real = RealDate.now()
  if (real - readAt > 50) {
    readAt = real
    errorMs = Number(readFileSync(file, 'utf8')) * 3_600_000
  }
  return real + errorMs
}

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now())
    else super(...given)
  }

  static now() {
    return now()
  }
}
