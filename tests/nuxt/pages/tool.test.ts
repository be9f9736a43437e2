import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { expect, it, vi } from 'vitest'
import ToolPage from '~/pages/tools/[name].vue'

registerEndpoint('/api/tools', () => ({ items: [], nextCursor: null }))

it('the page of a tool that is not there says so as other missing pages do, and leads back [F008-A81]', async () => {
  const page = await mountSuspended(ToolPage, { route: '/tools/nope' })

  await vi.waitFor(() => expect(page.find('[role=alert]').exists()).toBe(true))
  const alert = page.get('[role=alert]')
  expect(alert.get('h2').text()).toBe('Tool not found')
  for (const text of ['404', '“nope”']) expect(alert.text()).toContain(text)
  expect(alert.get('a').attributes('href')).toBe('/tools')
})
