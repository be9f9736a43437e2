/**
 * Counts only while we wait for the vendor: a slow reader is not a silent vendor. An answer has thousands of events, so
 * an event only notes the time, and one timer for the whole stream looks at it.
 */
export function createIdleTimer(timeoutMs: number, onExpire: () => void) {
  let waitingSince: number | undefined = performance.now()
  let timer = setTimeout(check, timeoutMs)

  function check(): void {
    const silentMs = waitingSince === undefined ? 0 : performance.now() - waitingSince
    if (silentMs < timeoutMs) timer = setTimeout(check, timeoutMs - silentMs)
    else onExpire()
  }

  return {
    wait: () => {
      waitingSince = performance.now()
    },
    pause: () => {
      waitingSince = undefined
    },
    touch: () => {
      if (waitingSince !== undefined) waitingSince = performance.now()
    },
    end: () => clearTimeout(timer),
  }
}
