import { mountSuspended } from '@nuxt/test-utils/runtime'
import { describe, expect, it, vi } from 'vitest'
import ChatText from '~/components/chat/ChatText.vue'

async function mountText(text: string, selector: string) {
  const shown = await mountSuspended(ChatText, { props: { text, isStreaming: false } })
  await vi.waitFor(() => expect(shown.find(selector).exists()).toBe(true))
  return shown
}

describe('a task list in an answer', () => {
  it('has a mark for each item that says whether it is done and cannot be changed [F008-A68]', async () => {
    const shown = await mountText('- [x] Read\n- [ ] Write **it**\n- Plain', '.markdown ul')
    const items = shown.findAll('li').map((item) => {
      const mark = item.find('input')
      return [
        item.text(),
        mark.exists() ? [mark.attributes('type'), mark.element.checked, mark.attributes('disabled'), mark.attributes('aria-label')] : null,
      ]
    })
    expect(items).toEqual([
      ['Read', ['checkbox', true, '', 'Done']],
      ['Write it', ['checkbox', false, '', 'Not done']],
      ['Plain', null],
    ])
  })

  it('is the only way to an input field [F008-A8]', async () => {
    const shown = await mountText('**So** <input type="file"> :input{type="text"} [x] not a task', '.markdown strong')
    expect(shown.find('input').exists()).toBe(false)
    expect(shown.text()).toContain('[x] not a task')
  })
})

describe('a table in an answer', () => {
  it('aligns its columns as they are marked [F008-A69]', async () => {
    const shown = await mountText('| a | b | c | d |\n|---|:--|:-:|--:|\n| 1 | 2 | 3 | 4 |', '.markdown table')
    const alignmentOf = (tag: string) => shown.findAll(tag).map(cell => cell.classes().find(name => name.startsWith('align-')))
    expect(alignmentOf('th')).toEqual([undefined, 'align-left', 'align-center', 'align-right'])
    expect(alignmentOf('td')).toEqual([undefined, 'align-left', 'align-center', 'align-right'])
    expect(shown.html()).not.toContain('style=')
  })
})

describe('what a screen reader is told of an answer', () => {
  it('has its headings below that of the answer [F008-A102]', async () => {
    const shown = await mountText('# One\n\n## Two\n\n### Three\n\n###### Six', '.markdown h4')
    expect(shown.findAll('h1, h2, h3, h4, h5, h6').map(heading => [heading.element.tagName, heading.text()]))
      .toEqual([['H4', 'One'], ['H5', 'Two'], ['H6', 'Three'], ['H6', 'Six']])
  })

  it('names a block of code, which can be scrolled with the keyboard [F008-A102]', async () => {
    const shown = await mountText('```python\nprint(1)\n```\n\n```\nplain\n```', '.markdown pre')
    expect(shown.findAll('pre').map(block => [block.attributes('role'), block.attributes('aria-label'), block.attributes('tabindex')]))
      .toEqual([['region', 'Code in python', '0'], ['region', 'Code', '0']])
  })
})

describe('syntax that was opened and not closed', () => {
  it('is closed only while the answer streams [F008-A97]', async () => {
    const shown = await mountSuspended(ChatText, { props: { text: 'The price is 40 *excl. VAT', isStreaming: true } })
    await vi.waitFor(() => expect(shown.find('.markdown em').text()).toBe('excl. VAT'))
    await shown.setProps({ isStreaming: false })
    await vi.waitFor(() => expect(shown.find('.markdown em').exists()).toBe(false))
    expect(shown.text()).toBe('The price is 40 *excl. VAT')
  })
})

describe('an answer that was stopped inside a table', () => {
  it.each([
    ['its second line', '| City | Sky |\n| --', ['City', 'Sky']],
    ['a row', '| City | Sky |\n|---|---|\n| Paris | cle', ['City', 'Sky', 'Paris', 'cle']],
  ])('shows the table as far as it came: in %s [F008-A152]', async (_, text, cells) => {
    const shown = await mountSuspended(ChatText, { props: { text, isStreaming: false, isCutOff: true } })
    await vi.waitFor(() => expect(shown.find('table').exists()).toBe(true))
    expect(shown.findAll('th, td').map(cell => cell.text())).toEqual(cells)
  })
})
