/** What the frame around every screen remembers: what is open, and the last command that a screen has to carry out. */
export function useShell() {
  /** On narrow screens the sidebar is a drawer, closed until asked for. */
  const isDrawerOpen = useState('shell-drawer', () => false)
  const sidebarChoice = useRememberedChoice('sidebar')
  const isSidebarShown = computed(() => sidebarChoice.value ?? true)
  /** `null`: open where the window has the width for it. */
  const inspectorChoice = useRememberedChoice('inspector')
  const isPaletteOpen = useState('shell-palette', () => false)
  const isHelpOpen = useState('shell-help', () => false)
  const command = useState<{ readonly id: string } | null>('shell-command', () => null)

  function toggleSidebar() {
    if (window.matchMedia('(min-width: 1024px)').matches) sidebarChoice.value = !isSidebarShown.value
    else isDrawerOpen.value = !isDrawerOpen.value
  }

  /** From a key or the palette. `help` and `sidebar` are the frame's own; the rest is for the screen that is shown. */
  function runCommand(id: string) {
    if (id === 'help') isHelpOpen.value = true
    else if (id === 'sidebar') toggleSidebar()
    else command.value = { id }
  }

  /** Carries out commands of the frame on this screen; those it does not know are left alone. */
  function onCommand(actions: Readonly<Record<string, () => void>>) {
    watch(command, (next) => {
      if (next) actions[next.id]?.()
    })
  }

  return { isDrawerOpen, isSidebarShown, toggleSidebar, inspectorChoice, isPaletteOpen, isHelpOpen, runCommand, onCommand }
}

const YEAR_SECONDS = 60 * 60 * 24 * 365

/**
 * A choice about the frame that outlasts the page; `null` until one was made. Kept in a cookie, so that the server
 * draws the page as it was left.
 */
function useRememberedChoice(name: string) {
  const cookie = `patchbay-${name}`
  const choice = useState<boolean | null>(cookie, () => import.meta.server ? useCookie<boolean | null>(cookie).value ?? null : null)

  return computed({
    get: () => choice.value,
    set: (value) => {
      choice.value = value
      document.cookie = `${cookie}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
    },
  })
}
