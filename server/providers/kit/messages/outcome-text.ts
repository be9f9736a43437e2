import type { ToolOutcome } from '#shared/tool-outcome'
import { readPiece } from './content-pieces'
import { readOutcome } from './outcome-pieces'

/** Whether the tool did its work; vendors with an error flag set it from this. */
export function isErrorOutcome(outcome: ToolOutcome): boolean {
  return outcome.status !== 'ok'
}

/** An outcome as plain text, for places that take no media and no error flag. */
export function readOutcomeText(outcome: ToolOutcome): string {
  return readOutcome(outcome).pieces.map(readPiece).join('\n')
}
