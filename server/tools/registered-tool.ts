import type { ApprovalMode, ToolDefinition } from '#shared/tool'
import type { InputParser, ToolSource } from './tool-source'

/** A quarantined tool is listed with its reason, and neither offered nor called. */
export type ToolState
  = | { readonly status: 'ready', readonly parseInput: InputParser }
    | { readonly status: 'quarantined', readonly reason: string }

/** A tool as other modules see it. */
export interface RegisteredTool {
  /** `<source id>/<original name>`: settings and audit records refer to it. */
  readonly id: string
  readonly source: ToolSource
  readonly originalName: string
  /** The definition under its exposed name. */
  readonly definition: ToolDefinition
  readonly fingerprint: string
  readonly state: ToolState
  readonly enabled: boolean
  readonly approval: ApprovalMode
  /** Offered in the vendors' strict mode, where it qualifies. */
  readonly strict: boolean
}

export interface CallableTool extends RegisteredTool {
  readonly state: Extract<ToolState, { status: 'ready' }>
}

/** Whether a tool may be called now, if its approval mode allows it. */
export function isCallable(tool: RegisteredTool): tool is CallableTool {
  return tool.enabled && tool.state.status === 'ready'
}

/** Whether a tool is offered to models. One whose mode is `deny` would cost tokens in each request, for calls that never run. */
export function isOffered(tool: RegisteredTool): tool is CallableTool {
  return isCallable(tool) && tool.approval !== 'deny'
}
