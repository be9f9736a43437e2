import { useEventListener } from '@vueuse/core'

/** Esc stops an answer, unless something nearer to the focus has used it: an open panel or field closes first. */
export function useStopKey(isRunning: () => boolean, stop: () => Promise<void>) {
  useEventListener('keydown', (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && isRunning()) void stop()
  })
}
