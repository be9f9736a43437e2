import { useEventListener } from '@vueuse/core'

/** Keys that work on every screen. A single character never acts while someone types or a panel is open around the focus. */
export function useShellShortcuts() {
  const { isPaletteOpen, isHelpOpen, runCommand } = useShell()

  useEventListener('keydown', (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const key = event.key.toLowerCase()
    const command = event.metaKey || event.ctrlKey
    const action = command ? commandFor(key, event.shiftKey) : isTakingText(event.target) ? null : PLAIN_KEYS[key]
    if (!action) return
    event.preventDefault()
    if (action === 'palette') isPaletteOpen.value = !isPaletteOpen.value
    else if (action === 'help') isHelpOpen.value = true
    else if (action === 'new') void navigateTo('/')
    else runCommand(action)
  })
}

const PLAIN_KEYS: Readonly<Record<string, string>> = { '?': 'help', '/': 'compose' }

function commandFor(key: string, isShifted: boolean): string | null {
  if (key === 'k' && !isShifted) return 'palette'
  if (key === 'o' && isShifted) return 'new'
  if (key === 'b' && !isShifted) return 'sidebar'
  return key === 'i' && !isShifted ? 'inspector' : null
}

function isTakingText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest('input, textarea, select, dialog, [role="dialog"]') !== null
}

/** Esc stops a run, unless something nearer to the focus has used it: an open panel or field closes first. */
export function useStopKey(isStoppable: () => boolean, stop: () => Promise<void>) {
  useEventListener('keydown', (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && isStoppable()) void stop()
  })
}
