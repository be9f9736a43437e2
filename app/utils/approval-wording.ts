import type { ApprovalMode } from '#shared/tool'

/** What each approval mode means for the person who is asked, or not asked. */
export const APPROVAL_WORDING: readonly { readonly value: ApprovalMode, readonly label: string, readonly description: string }[] = [
  { value: 'allow', label: 'Runs without asking', description: 'The model calls it at once. Every call is audited.' },
  { value: 'ask', label: 'Asks each time', description: 'The run waits until a person allows or denies the call.' },
  { value: 'deny', label: 'Always denied', description: 'The model may see it, but no call is ever carried out.' },
]
