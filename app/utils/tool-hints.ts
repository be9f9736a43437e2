import type { ToolAnnotations } from '#shared/tool'

export interface ToolHint { readonly label: string, readonly meaning: string, readonly tone: 'calm' | 'careful' }

/** What a tool says about itself. The absent hints are unknown, so nothing is claimed about them. */
export function listToolHints(annotations: ToolAnnotations): ToolHint[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  const hints: (ToolHint | false)[] = [
    readOnlyHint === true && { label: 'Reads only', meaning: 'Says that it changes nothing.', tone: 'calm' },
    readOnlyHint === false && { label: 'Writes', meaning: 'Says that it changes something.', tone: 'careful' },
    readOnlyHint !== true && destructiveHint === true && { label: 'Can destroy', meaning: 'Says that it may overwrite or delete.', tone: 'careful' },
    readOnlyHint !== true && idempotentHint === true && { label: 'Repeatable', meaning: 'Says that a second call with the same input changes nothing more.', tone: 'calm' },
    openWorldHint === true && { label: 'Outside world', meaning: 'Says that it reaches systems outside this server.', tone: 'careful' },
  ]
  return hints.filter(hint => hint !== false)
}
