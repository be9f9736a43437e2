import type { ToolAnnotations, ApprovalMode } from '#shared/tool'
import type { ToolMark } from '#shared/compatibility'

export interface ToolHint { readonly label: string, readonly meaning: string, readonly tone: 'calm' | 'careful' }

/** The hints that a tool declares. An absent hint is unknown and gives no label. */
export function listToolHints(annotations: ToolAnnotations): ToolHint[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  const hints: (ToolHint | false)[] = [
    readOnlyHint === true && { label: 'Read-only', meaning: 'Declared as read-only.', tone: 'calm' },
    readOnlyHint === false && { label: 'Writes', meaning: 'Declared as writing.', tone: 'careful' },
    readOnlyHint !== true && destructiveHint === true && {
      label: 'Destructive', meaning: 'Declared as able to overwrite or delete.', tone: 'careful',
    },
    readOnlyHint !== true && idempotentHint === true && {
      label: 'Idempotent', meaning: 'Declared as having no further effect when repeated.', tone: 'calm',
    },
    openWorldHint === true && { label: 'External', meaning: 'Declared as accessing systems outside this server.', tone: 'careful' },
  ]
  return hints.filter(hint => hint !== false)
}

/**
 * A tool's hints as sentences for the person who decides. They are the source's own claims, and absent means unknown.
 * The destructive hint is left out, because the reason for the approval contains it.
 */
export function describeAnnotations(annotations: ToolAnnotations): readonly string[] {
  return [
    annotations.readOnlyHint === true && 'Declared as read-only.',
    annotations.readOnlyHint === false && annotations.destructiveHint !== true && 'Makes changes.',
    annotations.openWorldHint === true && 'Accesses systems outside this server.',
  ].filter(sentence => sentence !== false)
}

/** What each approval mode means for the person who is asked, or not asked. */
export const APPROVAL_WORDING: readonly { readonly value: ApprovalMode, readonly label: string, readonly description: string }[] = [
  { value: 'allow', label: 'Allow', description: 'Calls run without approval. Every call is audited.' },
  { value: 'ask', label: 'Ask', description: 'Each call waits for approval.' },
  { value: 'deny', label: 'Deny', description: 'Not offered to the model. Every call is denied.' },
]

/** In short, beside the target's name: `ok`, `adapted 2`, `refused`. */
export function verdictLabel({ verdict, warnings }: Pick<ToolMark, 'verdict' | 'warnings'>): string {
  return verdict === 'adapted' ? `adapted ${warnings}` : verdict
}

/** One sentence for a person. */
export function verdictSentence({ label, verdict, warnings, reason }: ToolMark): string {
  if (verdict === 'ok') return `${label} supports it unchanged.`
  if (verdict === 'refused') return `Not offered to ${label}. ${reason ?? ''}`.trim()
  return `${label} supports it with ${warnings} ${warnings === 1 ? 'change' : 'changes'}.`
}
