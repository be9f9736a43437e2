import type { ContentBlock } from '#shared/content'
import type { InputIssue } from '#shared/tool-outcome'
import type { ToolDefinition, ToolSourceKind } from '#shared/tool'

export interface ToolCallContext {
  /** Whose call it is: a source that shares out places among users goes by it. */
  readonly userId: string
  readonly signal: AbortSignal
  /** Stable over retries of the same call; a source passes it on where its tool supports one. */
  readonly idempotencyKey: string
  readonly onProgress: (progress: { readonly progress: number, readonly total?: number, readonly message?: string }) => void
}

/** MCP `CallToolResult`. `isError` is the tool saying that it failed; a thrown error means the same. */
export interface ToolCallResult {
  readonly content: readonly ContentBlock[]
  readonly structuredContent?: unknown
  /** Whether the text in `content` tells all that the structured content holds: a model is then given the text alone. */
  readonly isTextComplete?: boolean
  readonly isError?: boolean
}

/** What can be done about a failure; the model is told. */
export type Remedy = 'change-arguments' | 'retry-later' | 'tell-person'

/** A tool throws this when it knows the remedy. After any other error the person is to be told. */
export class ToolError extends Error {
  constructor(message: string, readonly remedy: Remedy, options?: ErrorOptions) {
    super(message, options)
  }
}

/** A tool throws this when a time limit of its own struck: the call counts as timed out, not as failed. */
export class ToolTimeLimitError extends Error {}

export type ToolInput = Readonly<Record<string, unknown>>

/** Arguments as the tool takes them, with its defaults filled in, or what is wrong with them. */
export type ParsedInput
  = | { readonly ok: true, readonly input: ToolInput }
    | { readonly ok: false, readonly issues: readonly InputIssue[] }

export type InputParser = (input: ToolInput) => ParsedInput

/** A plugin or an MCP server: it lists tools and runs them. It decides nothing and asks nobody; the gate does. */
export interface ToolSource {
  readonly id: string
  readonly kind: ToolSourceKind
  readonly name: string
  listTools(): Promise<readonly ToolDefinition[]>
  /** Present where the source has a schema of its own that tells more than JSON Schema can. Otherwise `inputSchema` is what counts. */
  parseInput?(name: string, input: ToolInput): ParsedInput
  /** `input` has been parsed. */
  callTool(name: string, input: ToolInput, context: ToolCallContext): Promise<ToolCallResult>
  close(): Promise<void>
}
