const ORDER = ['system', 'light', 'dark'] as const

const THEME_LABELS = { system: 'System theme', light: 'Light theme', dark: 'Dark theme' } as const

/** The theme that a person has chosen, and the step to the next one. */
export function useTheme() {
  const colorMode = useColorMode()
  const preference = computed(() => ORDER.find(name => name === colorMode.preference) ?? 'system')

  function nextTheme() {
    colorMode.preference = ORDER[(ORDER.indexOf(preference.value) + 1) % ORDER.length] ?? 'system'
  }

  return { preference, label: computed(() => THEME_LABELS[preference.value]), nextTheme }
}
