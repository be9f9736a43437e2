/** What the frame around every screen remembers: the sidebar as a drawer on narrow screens, and the inspector. */
export function useShell() {
  const isSidebarOpen = useState('shell-sidebar', () => false)
  const isInspectorOpen = useState('shell-inspector', () => true)
  const isPaletteOpen = useState('shell-palette', () => false)
  const isHelpOpen = useState('shell-help', () => false)
  return { isSidebarOpen, isInspectorOpen, isPaletteOpen, isHelpOpen }
}
