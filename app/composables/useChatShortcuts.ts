import { useEventListener } from '@vueuse/core'

interface ChatShortcuts {
  readonly stop: () => Promise<void>
  readonly isRunning: () => boolean
  readonly toggleInspector: () => void
  readonly focusComposer: () => void
}

/** Keys of a chat. Esc stops only when nothing nearer to the focus has used it: an open panel closes first. */
export function useChatShortcuts({ stop, isRunning, toggleInspector, focusComposer }: ChatShortcuts) {
  useEventListener('keydown', (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const isCommand = event.metaKey || event.ctrlKey
    if (event.key === 'Escape' && isRunning()) void stop()
    if (isCommand && event.key.toLowerCase() === 'i' && !event.shiftKey) {
      event.preventDefault()
      toggleInspector()
    }
    if (event.key === '/' && !isCommand && !isTyping(event.target)) {
      event.preventDefault()
      focusComposer()
    }
  })
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
