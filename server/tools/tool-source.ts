import type { ContentBlock } from '#shared/content'
import type { InputIssue } from '#shared/tool-outcome'
import type { ToolDefinition, ToolSourceKind } from '#shared/tool'

export interface ToolCallContext {
  /** The user who makes the call: a source that limits parallel work counts per user. */
  readonly userId: string
  readonly signal: AbortSignal
  /** Stable over retries of the same call; a source passes it on where its tool supports one. */
  readonly idempotencyKey: string
  readonly onProgress: (progress: { readonly progress: number, readonly total?: number, readonly message?: string }) => void
}

/** MCP `CallToolResult`. `isError` means that the tool failed, as a thrown error does. */
export interface ToolCallResult {
  readonly content: readonly ContentBlock[]
  readonly structuredContent?: unknown
  /** Whether the text in `content` holds everything that the structured content holds: a model is then given the text alone. */
  readonly isTextComplete?: boolean
  readonly isError?: boolean
}

/** What can be done about an error; the model gets it as an instruction. */
export type Remedy = 'change-arguments' | 'retry-later' | 'tell-person'

/** A tool throws this when it knows the remedy. For any other error the model is instructed to tell the person. */
export class ToolError extends Error {
  constructor(message: string, readonly remedy: Remedy, options?: ErrorOptions) {
    super(message, options)
  }
}

/** A tool throws this when it exceeded a time limit of its own: the outcome is `timed-out`, not `failed`. */
export class ToolTimeLimitError extends Error {}

export type ToolInput = Readonly<Record<string, unknown>>

/** Arguments with the tool's defaults filled in, or what is wrong with them. */
export type ParsedInput
  = | { readonly ok: true, readonly input: ToolInput }
    | { readonly ok: false, readonly issues: readonly InputIssue[] }

export type InputParser = (input: ToolInput) => ParsedInput

/** A plugin or an MCP server: it lists tools and runs them. Permissions and approvals are decided by the gate. */
export interface ToolSource {
  readonly id: string
  readonly kind: ToolSourceKind
  readonly name: string
  listTools(): Promise<readonly ToolDefinition[]>
  /** Present where the source has a schema that is more exact than JSON Schema. Otherwise arguments are validated by `inputSchema`. */
  parseInput?(name: string, input: ToolInput): ParsedInput
  /** `input` has been parsed. */
  callTool(name: string, input: ToolInput, context: ToolCallContext): Promise<ToolCallResult>
  close(): Promise<void>
}
