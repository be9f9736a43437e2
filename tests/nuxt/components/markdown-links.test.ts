import { mountSuspended } from '@nuxt/test-utils/runtime'
import { describe, expect, it, vi } from 'vitest'
import ChatText from '~/components/chat/ChatText.vue'

async function mountText(text: string) {
  const shown = await mountSuspended(ChatText, { props: { text, isStreaming: false } })
  await vi.waitFor(() => expect(shown.find('.markdown p a, .markdown p span, .markdown p strong').exists()).toBe(true))
  return shown
}

describe('an image in an answer', () => {
  it('is a link with its alternative text and its host, and nothing loads it [F008-A45]', async () => {
    const shown = await mountText('See ![a **cat**](https://pictures.example/cat.png "t") and ![](https://other.example/dog.png)')

    expect(shown.find('img').exists()).toBe(false)
    expect(shown.findAll('a').map(link => [link.text(), link.attributes('href')])).toEqual([
      ['Image: a **cat**', 'https://pictures.example/cat.png'], ['Image', 'https://other.example/dog.png'],
    ])
    expect(shown.text()).toContain('(pictures.example)')
    expect(shown.get('a').attributes()).toMatchObject({ target: '_blank', rel: 'noopener noreferrer nofollow' })
  })

  it('inside a link is its name, so that the link leads where it says [F008-A45]', async () => {
    const shown = await mountText('[![badge](https://b.example/b.svg)](https://c.example)')

    expect(shown.findAll('a').map(link => [link.text(), link.attributes('href')])).toEqual([['Image: badge', 'https://c.example']])
  })

  it.each(
    ['data:image/png;base64,AA', '/api/audit/1', 'javascript:alert(1)', 'https://', 'https://e.example/%ff.png'],
  )('from %s is its name alone [F008-A45]', async (address) => {
    const shown = await mountText(`**So** ![chart](${address})`)

    expect(shown.find('img').exists()).toBe(false)
    expect(shown.find('a').exists()).toBe(false)
    expect(shown.text()).toContain('chart')
  })
})

describe('a link', () => {
  it('shows its real host beside a text that only contains or resembles it [F008-A64]', async () => {
    const shown = await mountText(
      '[**bank.example**.evil.example](https://evil.example) [mail](mailto:eve@example.com) [*example.com*/a](https://example.com/b)',
    )

    expect(shown.text()).toBe('bank.example.evil.example (evil.example) mail (eve@example.com) example.com/a')
  })
})

describe('a link whose address cannot be decoded', () => {
  it('is spelt out, and the answer is shown all the same [F008-A46]', async () => {
    const shown = await mountText('**So** [see](https://e.example/caf%E9) [or](https://f.example)')

    expect(shown.text()).toContain('So see (https://e.example/caf%E9) or')
    expect(shown.findAll('a').map(link => link.attributes('href'))).toEqual(['https://f.example'])
  })
})
