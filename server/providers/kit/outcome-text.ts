import type { ContentBlock } from '#shared/content'
import type { ToolOutcome } from '#shared/tool-outcome'
import { saysSame } from './says-same'

/** Whether the tool did its work; vendors with an error flag set it from this. */
export function isFailure(outcome: ToolOutcome): boolean {
  return outcome.status !== 'ok'
}

/**
 * An outcome as plain text, for places that take no media and no error flag. Structured content is added only when
 * the text does not already say it: never the same facts twice.
 */
export function readOutcomeText(outcome: ToolOutcome): string {
  const text = outcome.content.map(readBlockText).filter(line => line.trim() !== '').join('\n')
  if (outcome.status !== 'ok') return `Error (${outcome.status}): ${text || 'the tool gave no reason.'}`
  const { structuredContent } = outcome
  const isMissing = structuredContent !== undefined && !hasMedia(outcome) && !saysSame(text, structuredContent)
  const whole = isMissing ? [text, JSON.stringify(structuredContent)].filter(part => part !== '').join('\n') : text
  return whole || 'The tool completed and returned nothing.'
}

/** Structured content beside media repeats the media, as megabytes of text. */
function hasMedia({ content }: ToolOutcome): boolean {
  return content.some(block => block.type === 'image' || block.type === 'audio' || (block.type === 'resource' && block.resource.blob !== undefined))
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
