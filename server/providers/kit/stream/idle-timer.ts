export interface IdleLimits {
  /** Longest time without a byte, in milliseconds. */
  readonly silenceMs: number
  /** Longest time without an event that says something: keep-alives prolong the wait, but not for ever. */
  readonly emptyMs: number
}

/**
 * Counts only while we wait for the vendor: a slow reader is not a silent vendor. An answer has thousands of events, so
 * an event only notes the time, and one timer for the whole stream looks at it.
 */
export function createIdleTimer(idleLimits: IdleLimits, onExpire: () => void) {
  let { silenceMs, emptyMs } = idleLimits
  let isWaiting = true
  let heardAt = performance.now()
  let saidAt = heardAt
  let timer = setTimeout(check, Math.min(silenceMs, emptyMs))

  function check(): void {
    const now = performance.now()
    const leftMs = isWaiting ? Math.min(heardAt + silenceMs, saidAt + emptyMs) - now : Math.min(silenceMs, emptyMs)
    if (leftMs > 0) timer = setTimeout(check, leftMs)
    else onExpire()
  }

  return {
    /** From now on the vendor is waited for; `hasSaid`: what came last was more than a keep-alive. */
    wait: (hasSaid: boolean) => {
      isWaiting = true
      heardAt = performance.now()
      if (hasSaid) saidAt = heardAt
    },
    pause: () => {
      isWaiting = false
    },
    /** Bytes came, whatever they hold. */
    touch: () => {
      heardAt = performance.now()
    },
    /** Whatever still comes must come within this time after the last event that said something. */
    shorten: (limitMs: number) => {
      if (emptyMs <= limitMs) return
      silenceMs = limitMs
      emptyMs = limitMs
      saidAt = performance.now()
      clearTimeout(timer)
      timer = setTimeout(check, limitMs)
    },
    end: () => clearTimeout(timer),
  }
}
