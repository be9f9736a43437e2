import { mountSuspended } from '@nuxt/test-utils/runtime'
import { expect, it, vi } from 'vitest'
import ShellCommands from '~/components/shell/ShellCommands.vue'
import ShellPalette from '~/components/shell/ShellPalette.vue'

it('the command palette changes the theme, and passes other commands on [F008-A144]', async () => {
  const commands = await mountSuspended(ShellCommands)
  const { isPaletteOpen, isHelpOpen } = useShell()
  isPaletteOpen.value = true
  const palette = await vi.waitFor(() => {
    const found = commands.findComponent(ShellPalette)
    expect(found.exists()).toBe(true)
    return found
  })

  useColorMode().preference = 'system'
  const { preference } = useTheme()
  palette.vm.$emit('run', 'theme')
  expect(preference.value).toBe('light')
  palette.vm.$emit('run', 'help')
  expect(isHelpOpen.value).toBe(true)
})
