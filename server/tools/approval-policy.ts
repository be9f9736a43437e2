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
  if (mode === 'deny') return { decision: 'deny', reason: 'An administrator has set this tool to always deny.' }
  if (mode === 'allow' || initiator === 'person') return { decision: 'allow' }
  if (annotations.destructiveHint) return { decision: 'ask', reason: 'This tool can change or delete what is there.' }
  if (annotations.readOnlyHint) return { decision: 'ask', reason: 'An administrator asks for a decision on each call of this tool.' }
  return { decision: 'ask', reason: 'This tool can have effects, so each call needs a decision.' }
}
