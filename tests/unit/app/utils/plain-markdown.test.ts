import { createParse } from 'comark'
import { describe, expect, it } from 'vitest'
import { plainMarkdown, textOfNode, type MarkdownNode } from '~/utils/plain-markdown'

const parse = createParse({ html: false, plugins: [plainMarkdown()] })
const nodesOf = async (markdown: string) => (await parse(markdown)).nodes as MarkdownNode[]

describe('plainMarkdown', () => {
  it('leaves component and attribute syntax as the text it is [F008-A8]', async () => {
    const nodes = await nodesOf('At :smile: [x]{.fixed style="color:red"}\n\n::u-button\nno\n::')

    expect(nodes.map(textOfNode).join('\n')).toContain('At :smile: [x]{.fixed style="color:red"}')
    expect(JSON.stringify(nodes)).not.toContain('["u-button"')
  })

  it('keeps what follows a rule at the top', async () => {
    expect((await nodesOf('---\ntitle: lost\n---\nText')).map(textOfNode).join(' ')).toContain('title: lost')
  })

  it('keeps only the attributes of markdown itself', async () => {
    expect(JSON.stringify(await nodesOf('# Title\n\n[a](https://example.com "t")'))).not.toContain('"id"')
  })
})
