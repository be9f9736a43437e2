import { useEventListener } from '@vueuse/core'

/** Esc stops a run, unless something nearer to the focus has used it: an open panel or field closes first. */
export function useStopKey(isStoppable: () => boolean, stop: () => Promise<void>) {
  useEventListener('keydown', (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && isStoppable()) void stop()
  })
}
