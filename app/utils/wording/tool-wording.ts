import type { ToolAnnotations, ApprovalMode } from '#shared/tool'
import type { ToolMark } from '#shared/compatibility'

export interface ToolHint { readonly label: string, readonly meaning: string, readonly tone: 'calm' | 'careful' }

/** The hints that a tool declares. An absent hint is unknown and gives no label. */
export function listToolHints(annotations: ToolAnnotations): ToolHint[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  const hints: (ToolHint | false)[] = [
    readOnlyHint === true && { label: 'Reads only', meaning: 'Says that it changes nothing.', tone: 'calm' },
    readOnlyHint === false && { label: 'Writes', meaning: 'Says that it changes something.', tone: 'careful' },
    readOnlyHint !== true && destructiveHint === true && {
      label: 'Can destroy', meaning: 'Says that it may overwrite or delete.', tone: 'careful',
    },
    readOnlyHint !== true && idempotentHint === true && {
      label: 'Repeatable', meaning: 'Says that a second call with the same input changes nothing more.', tone: 'calm',
    },
    openWorldHint === true && { label: 'Outside world', meaning: 'Says that it reaches systems outside this server.', tone: 'careful' },
  ]
  return hints.filter(hint => hint !== false)
}

/**
 * A tool's hints as sentences for the person who decides. They are the source's own claims, and absent means unknown.
 * The destructive hint is left out, because the reason for the approval contains it.
 */
export function annotationWords(annotations: ToolAnnotations): readonly string[] {
  return [
    annotations.readOnlyHint === true && 'Declared as read-only.',
    annotations.readOnlyHint === false && annotations.destructiveHint !== true && 'It changes things.',
    annotations.openWorldHint === true && 'It reaches outside this machine.',
  ].filter(word => word !== false)
}

/** What each approval mode means for the person who is asked, or not asked. */
export const APPROVAL_WORDING: readonly { readonly value: ApprovalMode, readonly label: string, readonly description: string }[] = [
  { value: 'allow', label: 'Allow', description: 'The model calls it at once. Every call is audited.' },
  { value: 'ask', label: 'Ask', description: 'The run waits until a person allows or denies the call.' },
  { value: 'deny', label: 'Deny', description: 'The model may see it, but no call is ever carried out.' },
]

/** In short, beside the target's name: `ok`, `adapted 2`, `refused`. */
export function verdictWord({ verdict, warnings }: Pick<ToolMark, 'verdict' | 'warnings'>): string {
  return verdict === 'adapted' ? `adapted ${warnings}` : verdict
}

/** One sentence for a person. */
export function verdictSentence({ label, verdict, warnings, reason }: ToolMark): string {
  if (verdict === 'ok') return `${label} supports it unchanged.`
  if (verdict === 'refused') return `${label} does not get it. ${reason ?? ''}`.trim()
  return `${label} gets it with ${warnings} ${warnings === 1 ? 'change' : 'changes'}.`
}
