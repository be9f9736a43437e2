import type { ContentBlock } from '#shared/content'
import { cutText } from '#shared/cut-text'
import type { ToolOutcome } from '#shared/tool-outcome'

type OkOutcome = Extract<ToolOutcome, { status: 'ok' }>

// Enough for one sentence about what was left out.
const NOTE_BYTES = 300

/**
 * Cuts a result to `maxBytes` of JSON, which a model can use. Text is cut at the limit; a block of media that does not fit is
 * replaced by a note; structured content over half of the limit is dropped, because a part of it would be wrong.
 */
export function capOutcome(outcome: OkOutcome, maxBytes: number): OkOutcome {
  const structureBytes = outcome.structuredContent === undefined ? 0 : jsonBytes(outcome.structuredContent)
  const bytes = jsonBytes(outcome.content) + structureBytes
  if (bytes <= maxBytes) return outcome
  // A text that was cut no longer holds everything that the structure holds.
  const { structuredContent, isTextComplete: _isTextComplete, ...rest } = outcome
  const keepsStructure = structuredContent !== undefined && structureBytes <= maxBytes / 2
  // A result without content is read from its structure; if that is dropped, a note has to take its place.
  const content = outcome.content.length > 0 || keepsStructure
    ? outcome.content
    : [toText(`[${structureBytes} bytes left out: larger than the limit. Ask for less.]`)]
  return {
    ...rest,
    content: capContent(content, keepsStructure ? maxBytes - structureBytes : maxBytes),
    ...(keepsStructure && { structuredContent }),
    truncated: { bytes },
  }
}

/** Ends with the first text that does not fit: a note for each of many small blocks would take more than the blocks. */
export function capContent(content: readonly ContentBlock[], maxBytes: number): ContentBlock[] {
  if (jsonBytes(content) <= maxBytes) return [...content]
  const kept: ContentBlock[] = []
  let left = maxBytes - NOTE_BYTES
  for (const [index, block] of content.entries()) {
    const fitting = fitBlock(block, left)
    if (!fitting) return [...kept, cutBlock(block, { left, others: content.length - index - 1 })]
    kept.push(fitting)
    left -= sizeInList(fitting)
  }
  return kept
}

/** The block itself, or a note in place of media; absent when neither fits. */
function fitBlock(block: ContentBlock, left: number): ContentBlock | undefined {
  const size = sizeInList(block)
  if (size <= left) return block
  const note = block.type === 'text' ? undefined : toText(`[${block.type} of ${size} bytes left out: it is larger than the limit]`)
  return note && sizeInList(note) <= left ? note : undefined
}

function cutBlock(block: ContentBlock, { left, others }: { readonly left: number, readonly others: number }): ContentBlock {
  const missing = others === 0 ? '' : ` ${others} more ${others === 1 ? 'part was' : 'parts were'} left out.`
  if (block.type !== 'text') return toText(`[cut here: ${block.type} of ${jsonBytes(block)} bytes was left out.${missing} Ask for less.]`)
  const text = cutToBytes(block.text, left - sizeInList(toText('')))
  return toText(`${text}\n[cut here: ${Buffer.byteLength(block.text)} bytes in all.${missing} Ask for less, or for a later part.]`)
}

function toText(text: string): ContentBlock {
  return { type: 'text', text }
}

/** With the comma between it and the next one. */
function sizeInList(block: ContentBlock): number {
  return jsonBytes(block) + 1
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** The longest beginning whose JSON has at most `maxBytes`: a quotation mark or a control character takes more than one. */
function cutToBytes(text: string, maxBytes: number): string {
  let [fits, tooLong] = [0, Math.min(text.length, Math.max(0, maxBytes)) + 1]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (jsonBytes(text.slice(0, middle)) - 2 <= maxBytes) fits = middle
    else tooLong = middle
  }
  return cutText(text, fits)
}
