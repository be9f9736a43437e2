import type { ContentBlock } from '#shared/content'
import type { ToolOutcome } from '#shared/tool-outcome'

type OkOutcome = Extract<ToolOutcome, { status: 'ok' }>

/**
 * Cuts a result to what a model can use. Text is cut at the limit; a block of media that does not fit is replaced by
 * a note; structured content that does not fit is dropped, because half of it would be wrong.
 */
export function capOutcome(outcome: OkOutcome, maxBytes: number): OkOutcome {
  const bytes = Buffer.byteLength(JSON.stringify(outcome.content)) + byteLength(outcome.structuredContent)
  if (bytes <= maxBytes) return outcome
  const { structuredContent, ...rest } = outcome
  const keepsStructure = byteLength(structuredContent) <= maxBytes / 2
  return {
    ...rest,
    content: capContent(outcome.content, maxBytes / 2),
    ...(keepsStructure && structuredContent !== undefined && { structuredContent }),
    truncated: { bytes },
  }
}

function byteLength(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value))
}

function capContent(content: readonly ContentBlock[], maxBytes: number): ContentBlock[] {
  let left = maxBytes
  return content.map((block): ContentBlock => {
    const size = byteLength(block)
    if (size <= left) {
      left -= size
      return block
    }
    if (block.type !== 'text') return note(`[${block.type} of ${size} bytes left out: it is larger than the limit]`)
    const kept = cutText(block.text, left)
    left = 0
    return note(`${kept}\n[cut here: ${Buffer.byteLength(block.text)} bytes in all. Ask for less, or for a later part.]`)
  })
}

function note(text: string): ContentBlock {
  return { type: 'text', text }
}

/** At most `maxBytes` of UTF-8, never half a character. */
function cutText(text: string, maxBytes: number): string {
  return new TextDecoder('utf-8', { fatal: false }).decode(Buffer.from(text).subarray(0, Math.max(0, maxBytes)), { stream: true })
}
