import { mountSuspended } from '@nuxt/test-utils/runtime'
import { expect, it } from 'vitest'
import ToolPickerRow from '~/components/tool/ToolPickerRow.vue'
import { buildTool } from '../../fixtures/ui/build-tool'

it('a tool in the picker names the unit of its tokens [F008-A142]', async () => {
  const row = await mountSuspended(ToolPickerRow, { props: { tool: buildTool('write_file', { tokens: 143 }), isOn: true } })

  expect(row.text()).toContain('143 tokens')
  expect(row.find('[title="about 143 tokens in each request"]').exists()).toBe(true)
})
