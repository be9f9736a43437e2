import { describe, expect, it } from 'vitest'
import { linkTarget } from '~/markdown/links'

const PAGE = 'https://patchbay.example:3000/chat/1'

describe('where a link leads', () => {
  it.each([
    ['https://evil.example/pay', 'your bank', 'evil.example'],
    ['https://evil.example/', 'bank.example.evil.example', 'evil.example'],
    ['https://evil.example/', 'https://bank.example/evil.example', 'evil.example'],
    ['https://evil.example/', 'See evil.example', 'evil.example'],
    ['https://evil.example/', 'https://evil.example@bank.example', 'evil.example'],
    ['https://evil.example/', 'https://bank.example@evil.example', 'evil.example'],
    ['https://example.com:8443/', 'example.com', 'example.com:8443'],
    ['https://аpple.example/', 'аpple.example', 'xn--pple-43d.example'],
    ['https://127.0.0.1/', '0x7f.1', '127.0.0.1'],
    ['//evil.example/x', 'read on', 'evil.example'],
    ['/\\evil.example/x', 'read on', 'evil.example'],
    ['/admin/users', 'read on', 'patchbay.example:3000'],
  ])('%s under the text "%s" is shown as %s [F008-A64]', (href, text, target) => {
    expect(linkTarget(href, text, PAGE)).toBe(target)
  })

  it.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['https://example.com/a', 'example.com'],
    ['https://example.com/a', ' HTTP://Example.COM/other '],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://example.com:8443/', 'example.com:8443/path'],
    ['mailto:ada@example.com', 'ada@example.com'],
    ['mailto:ada@example.com?subject=Hello', 'mailto:Ada@example.com'],
  ])('%s is not repeated after the text "%s" [F008-A64]', (href, text) => {
    expect(linkTarget(href, text, PAGE)).toBeNull()
  })

  it.each([
    ['mailto:eve@example.com', 'Write to support', 'eve@example.com'],
    ['mailto:eve@example.com', 'ada@example.com', 'eve@example.com'],
    ['mailto:ada@example.com?bcc=eve@example.com', 'ada@example.com', 'ada@example.com?bcc=eve@example.com'],
    ['mailto:?To=eve@example.com', 'Write to us', '?To=eve@example.com'],
  ])('%s under the text "%s" is shown as %s [F008-A64]', (href, text, target) => {
    expect(linkTarget(href, text, PAGE)).toBe(target)
  })

  it('is empty for an address that no browser can open', () => {
    expect(linkTarget('https://', 'nowhere', PAGE)).toBeNull()
  })
})
