import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitMarkdown } from '~/markdown/split-markdown'

const paragraph = `${'word '.repeat(100).trim()}\n\n`
const long = paragraph.repeat(12)

describe('splitMarkdown', () => {
  it('leaves a short text whole', () => {
    expect(splitMarkdown('One.\n\nTwo.')).toEqual(['One.\n\nTwo.'])
  })

  it('loses nothing, wherever it cuts', () => {
    const lines = fc.array(fc.constantFrom('', '```', '- item', '> quote', 'text '.repeat(80), '| a | b |'), { maxLength: 60 })
    fc.assert(fc.property(lines, parts => splitMarkdown(parts.join('\n')).join('') === parts.join('\n')))
  })

  it('keeps earlier chunks as they were while the text grows', () => {
    const before = splitMarkdown(long)
    const after = splitMarkdown(`${long}${paragraph}`)

    expect(before.length).toBeGreaterThan(2)
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
  })

  it('never cuts inside a code block or between the items of a list', () => {
    const code = `${'x\n\n'.repeat(2000)}`
    const list = '- item with words\n\n'.repeat(400)

    expect(splitMarkdown(`\`\`\`\n${code}\`\`\``)).toHaveLength(1)
    expect(splitMarkdown(list)).toHaveLength(1)
  })
})
