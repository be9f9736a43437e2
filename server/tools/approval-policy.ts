import type { ApprovalMode, ToolAnnotations } from '#shared/tool'

/** Who starts the call: a model, or a person, whose own call needs no approval. */
export type Initiator = 'model' | 'person'

export type PolicyDecision
  = | { readonly decision: 'allow' }
    | { readonly decision: 'ask', readonly reason: string }
    | { readonly decision: 'deny', readonly reason: string }

/** The mode until an admin sets one: a tool with `readOnlyHint` is allowed, any other asks. */
export function defaultApprovalMode(annotations: ToolAnnotations): ApprovalMode {
  return annotations.readOnlyHint === true ? 'allow' : 'ask'
}

export function decideApproval(mode: ApprovalMode, annotations: ToolAnnotations, initiator: Initiator): PolicyDecision {
  if (mode === 'deny') return { decision: 'deny', reason: 'An administrator set this tool to deny.' }
  if (mode === 'allow' || initiator === 'person') return { decision: 'allow' }
  if (annotations.destructiveHint) return { decision: 'ask', reason: 'This tool can overwrite or delete data.' }
  if (annotations.readOnlyHint) return { decision: 'ask', reason: 'An administrator requires approval for this tool.' }
  return { decision: 'ask', reason: 'This tool is not read-only, so each call needs approval.' }
}
