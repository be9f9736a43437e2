import { createParse } from 'comark'
import { describe, expect, it } from 'vitest'
import { plainMarkdown, textOfNode, type MarkdownNode } from '~/markdown/plain-markdown'

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

  it('takes <br> for a line break, also in a table, and leaves other HTML and code as text [F008-A95]', async () => {
    const nodes = JSON.stringify(
      await nodesOf('One<br>two<BR />three\n\n| a |\n|---|\n| x<br/>y |\n\n`<br>` <b>bold</b> <br class="x"> \\<br>'),
    )
    expect(nodes.match(/\["br",\{\}\]/g)).toHaveLength(3)
    for (const text of ['"<br>"', '<b>bold</b>', '<br class=']) expect(nodes.replaceAll('\\"', '"')).toContain(text)
  })
})
