import type { ToolDefinition } from '#shared/tool'
import type { ToolOutcome } from '#shared/tool-outcome'
import type { DataRecord } from './read-records'

export interface PlannedCall {
  readonly tool: ToolDefinition
  readonly arguments: Readonly<Record<string, unknown>>
  /** What it is for, as the end of a sentence that starts with "to". */
  readonly purpose: string
}

export interface FinishedCall {
  readonly call: PlannedCall
  readonly outcome: ToolOutcome
}

/** What one wish of the request came to. */
export type Finding
  = | {
    readonly kind: 'result'
    readonly clause: string
    readonly calls: readonly FinishedCall[]
    readonly table?: string
    readonly records: readonly DataRecord[]
    readonly text: string
  }
  /** Made by the demo model itself, without a tool. */
  | { readonly kind: 'summary', readonly clause: string, readonly text: string, readonly words: number }
  /** `hint` is a look around that the fault itself proposed. */
  | { readonly kind: 'failed', readonly clause: string, readonly calls: readonly FinishedCall[], readonly hint?: FinishedCall }
  /** The tool fits, but the request does not say what it needs to know. */
  | { readonly kind: 'missing', readonly clause: string, readonly tool: string, readonly properties: readonly string[] }
  /** Not done because something before it did not work out. */
  | { readonly kind: 'skipped', readonly clause: string, readonly because: string }

/**
 * The plan as far as it has come. The demo model keeps no state: at each step the plan is made anew from the request,
 * and `ask` answers from the transcript whatever was already called.
 */
export interface Workbench {
  readonly request: string
  readonly tools: readonly ToolDefinition[]
  readonly findings: readonly Finding[]
  /** Calls that were asked for and are not in the transcript: this step's calls. */
  readonly pending: readonly PlannedCall[]
  /** The outcome of a call; absent when it has yet to be made. */
  ask(call: PlannedCall): FinishedCall | undefined
}

/** A skill takes a wish (a finding), is waiting for a call, or leaves the wish to the next skill. */
export type Skill = (clause: string, bench: Workbench) => Finding | 'waiting' | undefined
