import type { CallArguments } from '#shared/message'
import type { ToolOutcome } from '#shared/tool-outcome'
import { decideApproval, type Initiator } from './approval-policy'
import { hashJson } from './fingerprint'
import { denied, failed, invalidInput, unknownTool } from './outcomes'
import { isCallable, isOffered, type RegisteredTool } from './registered-tool'
import type { ToolRegistry } from './registry'
import { runTool } from './run-tool'
import type { InputParser, ParsedInput, ToolCallContext, ToolInput } from './tool-source'

/** A person's decision on this call. An `allow` is valid only for what its binding names; a `deny` always is. */
export interface ApprovalAnswer {
  readonly decision: 'allow' | 'deny'
  readonly binding: string
  readonly note?: string
}

export interface ToolCallRequest {
  readonly callId: string
  readonly name: string
  readonly arguments: CallArguments
  readonly initiator: Initiator
  /** Names that may be called here. A tool that exists but was not offered is unknown to the caller. */
  readonly offered: readonly string[]
  /** What the call belongs to (run and step, or one use of the tool lab): part of the idempotency key. */
  readonly scope: string
  readonly approval?: ApprovalAnswer
  /** Why the caller may not make this call. It is denied without further checks, and audited like any other. */
  readonly denyReason?: string
  /** Milliseconds that the caller has left for this call; the gate's own limit applies too. */
  readonly timeLeftMs?: number
}

/** A call that passed every check. */
export interface AdmittedCall {
  readonly callId: string
  /** Of this attempt alone. */
  readonly executionId: string
  readonly tool: RegisteredTool
  /** As the caller gave it; approvals and audit refer to this. */
  readonly input: ToolInput
  /** As the tool takes it: with defaults. */
  readonly parsedInput: ToolInput
  readonly argumentsHash: string
  /** Stays the same over retries. */
  readonly idempotencyKey: string
}

/** A valid call that a person has to decide about. */
export type ToolCallInQuestion = Pick<AdmittedCall, 'callId' | 'tool' | 'input'>

/** Where the gate records calls. `started` must have committed before it resolves; it throws when the call may not start. */
export interface ToolCallRecorder {
  refused(request: ToolCallRequest, outcome: ToolOutcome, tool: RegisteredTool | undefined): Promise<void>
  started(call: AdmittedCall): Promise<void>
  ended(call: AdmittedCall, outcome: ToolOutcome): Promise<void>
}

/** The user, conversation and run of a call. */
export interface CallOrigin {
  readonly userId: string
  /** Absent for a call by hand. */
  readonly conversationId?: string
  readonly runId?: string
}

export interface ExecutionLog {
  started(call: AdmittedCall, origin: CallOrigin): void
  ended(call: AdmittedCall, outcome: ToolOutcome, origin: CallOrigin): void
}

export interface GateOptions {
  readonly registry: ToolRegistry
  /** Whether this person may act at this moment: asked for each call, also in the middle of a run. */
  readonly isActive: (userId: string) => Promise<boolean>
  readonly timeoutMs: number
  readonly maxResultBytes: number
  /** Aborts when the process no longer waits for tools. */
  readonly deadline: AbortSignal
  readonly newId: () => string
  /** Absent: executions are not logged. */
  readonly log?: ExecutionLog
}

interface GateContext extends CallOrigin {
  readonly recorder: ToolCallRecorder
  /** Aborts when a person stops the call. */
  readonly signal: AbortSignal
  readonly onProgress: ToolCallContext['onProgress']
}

export type GateResult
  = | { readonly status: 'done', readonly outcome: ToolOutcome }
    | { readonly status: 'needs-approval', readonly call: ToolCallInQuestion, readonly reason: string, readonly binding: string }

export type ToolGate = (request: ToolCallRequest, context: GateContext) => Promise<GateResult>

const ACCOUNT_INACTIVE = 'The user account is suspended or deleted.'
const TURNED_OFF = 'An administrator turned this tool off.'

/**
 * The one gate: every execution of a tool, from a model or by hand, passes here. An error of the caller or of the tool
 * is an outcome; the gate throws only when the attempt cannot be audited, and then nothing was run.
 */
export function createToolGate(options: GateOptions): ToolGate {
  return async (request, context) => {
    const admission = admit(await options.isActive(context.userId) ? request : { ...request, denyReason: ACCOUNT_INACTIVE }, options)
    if (admission.status === 'needs-approval') return admission
    if (admission.status === 'refused') {
      await context.recorder.refused(request, admission.outcome, admission.tool)
      return { status: 'done', outcome: admission.outcome }
    }
    const { call } = admission
    await context.recorder.started(call)
    options.log?.started(call, context)
    const timeoutMs = Math.min(options.timeoutMs, request.timeLeftMs ?? options.timeoutMs)
    const { tool, parsedInput: input, idempotencyKey } = call
    const outcome = await runTool(tool, { ...options, ...context, timeoutMs, input, idempotencyKey })
    options.log?.ended(call, outcome, context)
    await context.recorder.ended(call, outcome)
    return { status: 'done', outcome }
  }
}

type Admission
  = | { readonly status: 'admitted', readonly call: AdmittedCall }
    | { readonly status: 'refused', readonly outcome: ToolOutcome, readonly tool?: RegisteredTool }
    | Extract<GateResult, { status: 'needs-approval' }>

function admit(request: ToolCallRequest, { registry, newId }: GateOptions): Admission {
  const tool = request.offered.includes(request.name) ? registry.find(request.name) : undefined
  if (request.denyReason) return { status: 'refused', outcome: denied(request.denyReason), tool }
  const answer = request.approval
  // A `deny` stays valid whatever has changed since.
  if (answer?.decision === 'deny') return { status: 'refused', outcome: denied('A person denied it.', answer.note), tool }
  // The switch is read here, at execution: a tool that was turned off after it was offered does not run.
  if (tool?.enabled === false) return { status: 'refused', outcome: denied(TURNED_OFF), tool }
  if (!tool || !isCallable(tool)) return { status: 'refused', outcome: unknownTool(request.name, listOffered(request, registry)), tool }
  if (!request.arguments.ok) {
    const issue = { path: '', expected: 'one JSON object', got: `text that cannot be used as one. ${request.arguments.error}` }
    return { status: 'refused', outcome: invalidInput(request.name, [issue]), tool }
  }
  const input = request.arguments.value
  const parsed = parse(tool.state.parseInput, input)
  if (!parsed.ok) return { status: 'refused', outcome: toInvalidOutcome(tool, parsed), tool }
  const hashes = hashCall(request, tool, input)
  return applyPolicy(request, { callId: request.callId, executionId: newId(), tool, input, parsedInput: parsed.input, ...hashes })
}

interface ParserError { readonly ok: false, readonly error: unknown }

/** A plugin's schema may contain functions; when one throws, the tool has failed and the run continues. */
function parse(parseInput: InputParser, input: ToolInput): ParsedInput | ParserError {
  try {
    return parseInput(input)
  }
  catch (error) {
    return { ok: false, error }
  }
}

function toInvalidOutcome({ definition }: RegisteredTool, parsed: Extract<ParsedInput, { ok: false }> | ParserError): ToolOutcome {
  if ('issues' in parsed) return invalidInput(definition.name, parsed.issues)
  const message = `Its arguments could not be validated: ${parsed.error instanceof Error ? parsed.error.message : String(parsed.error)}.`
  return failed(definition.name, { message, remedy: 'tell-person', durationMs: 0 })
}

function applyPolicy(request: ToolCallRequest, call: AdmittedCall): Admission {
  const { tool } = call
  const policy = decideApproval(tool.approval, tool.definition.annotations, request.initiator)
  if (policy.decision === 'deny') return { status: 'refused', outcome: denied(policy.reason), tool }
  // An `allow` for another definition or for other arguments does not apply to this call.
  const isAllowed = policy.decision === 'allow' || request.approval?.binding === call.idempotencyKey
  if (!isAllowed) return { status: 'needs-approval', call, reason: policy.reason, binding: call.idempotencyKey }
  return { status: 'admitted', call }
}

function hashCall(request: ToolCallRequest, tool: RegisteredTool, input: unknown) {
  const argumentsHash = hashJson(input)
  return { argumentsHash, idempotencyKey: hashJson([request.scope, request.callId, tool.id, tool.fingerprint, argumentsHash]) }
}

function listOffered(request: ToolCallRequest, registry: ToolRegistry): string[] {
  return request.offered.filter((name) => {
    const tool = registry.find(name)
    return tool !== undefined && isOffered(tool)
  })
}
