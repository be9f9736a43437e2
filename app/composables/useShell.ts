/** What the frame around every screen remembers: what is open, and the last command that a screen has to carry out. */
export function useShell() {
  const isSidebarOpen = useState('shell-sidebar', () => false)
  const isInspectorOpen = useState('shell-inspector', () => true)
  const isPaletteOpen = useState('shell-palette', () => false)
  const isHelpOpen = useState('shell-help', () => false)
  const command = useState<{ readonly id: string } | null>('shell-command', () => null)

  /** From a key or the palette. `help` is the frame's own; the rest is for the screen that is shown. */
  function runCommand(id: string) {
    if (id === 'help') isHelpOpen.value = true
    else command.value = { id }
  }

  /** Carries out commands of the frame on this screen; those it does not know are left alone. */
  function onCommand(actions: Readonly<Record<string, () => void>>) {
    watch(command, (next) => {
      if (next) actions[next.id]?.()
    })
  }

  return { isSidebarOpen, isInspectorOpen, isPaletteOpen, isHelpOpen, runCommand, onCommand }
}
