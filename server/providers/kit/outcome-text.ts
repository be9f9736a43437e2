import type { ContentBlock } from '#shared/content'
import type { ToolOutcome } from '#shared/tool-outcome'

/** Whether the tool did its work; vendors with an error flag set it from this. */
export function isFailure(outcome: ToolOutcome): boolean {
  return outcome.status !== 'ok'
}

/**
 * An outcome as plain text, for places that take no media and no error flag. Structured content is added only when
 * the content says nothing: never the same facts twice.
 */
export function readOutcomeText(outcome: ToolOutcome): string {
  const text = outcome.content.map(readBlockText).filter(Boolean).join('\n')
  if (outcome.status !== 'ok') return `Error (${outcome.status}): ${text || 'the tool gave no reason.'}`
  if (text) return text
  return outcome.structuredContent === undefined ? 'The tool completed and returned nothing.' : JSON.stringify(outcome.structuredContent)
}

/** One block as text; media become a note, so that the model knows that something was there. */
export function readBlockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return `[${block.type}, ${block.mimeType}]`
    case 'resource_link':
      return [block.name, block.uri, block.description].filter(Boolean).join(' · ')
    case 'resource':
      return block.resource.text ?? `[file ${block.resource.uri}, ${block.resource.mimeType ?? 'unknown type'}]`
    default:
      return block satisfies never
  }
}
