import type { RunView } from '#shared/run-view'

export interface EndNotice {
  readonly text: string
  readonly actions: readonly { readonly kind: 'continue' | 'resume' | 'retry', readonly label: string }[]
}

const LIMITS: Readonly<Record<string, string>> = {
  steps: 'The limit of model steps is reached, so this answer may be incomplete.',
  toolCalls: 'The limit of tool calls is reached, so this answer may be incomplete.',
  repeats: 'The same call came to the same result three times, so it was ended there.',
  seconds: 'The time limit is reached, so this answer may be incomplete.',
}

const RETRY = { kind: 'retry', label: 'Try again' } as const

/** What is said aloud under a run that did not simply complete; a failed one shows its error instead. */
export function endNotice(run: Pick<RunView, 'state' | 'limit' | 'error'>): EndNotice | null {
  switch (run.state) {
    case 'limited':
      return {
        text: LIMITS[run.limit ?? ''] ?? run.error?.message ?? 'A limit is reached, so this answer may be incomplete.',
        actions: [{ kind: 'continue', label: 'Continue' }, RETRY],
      }
    case 'interrupted':
      return { text: 'The server stopped in the middle of this. Nothing recorded is lost.', actions: [{ kind: 'resume', label: 'Resume' }] }
    case 'cancelled':
      return { text: 'Stopped.', actions: [RETRY] }
    case 'refused':
      return { text: run.error?.message ?? 'The provider refused to answer this.', actions: [RETRY] }
    case 'failed':
      return { text: 'This run failed.', actions: [RETRY] }
    default:
      return null
  }
}
