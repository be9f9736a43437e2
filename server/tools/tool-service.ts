import type { ToolMark, ToolWire } from '#shared/compatibility'
import type { ToolListing, ToolPatch } from '#shared/tool'
import type { ToolLabCall } from '#shared/tool-lab'
import type { Actor } from '../ports/actor'
import { notFound } from '../errors'
import type { ToolVerdicts } from './compatibility'
import type { ToolGate } from './execute-tool-call'
import { createLabRecorder, type LabRecorderOptions } from './lab-recorder'
import type { RegisteredTool } from './registered-tool'
import type { ToolRegistry } from './registry'

/** Tokens of a text, by the usual rule of thumb; exact counts differ per vendor. */
const CHARACTERS_PER_TOKEN = 4

export interface ToolServiceOptions extends LabRecorderOptions {
  readonly registry: ToolRegistry
  readonly gate: ToolGate
  readonly verdicts: ToolVerdicts
  readonly newId: () => string
}

export interface CallByHand {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  /** Aborts when the caller disconnects; a running call is then stopped. */
  readonly caller: AbortSignal
}

type ToolCaller = Pick<Actor, 'userId' | 'userName' | 'role'>

/** What people do with tools: list them, change their settings, call one by hand. */
export class ToolService {
  constructor(private readonly options: ToolServiceOptions) {}

  /** Disabled tools are listed for admins, who can enable them. */
  async list(actor: ToolCaller): Promise<readonly ToolListing[]> {
    const tools = this.options.registry.list().filter(tool => isVisibleTo(actor, tool))
    await this.options.verdicts.judge(tools)
    return tools.map(tool => this.toListing(tool))
  }

  /** The form that each target would get. Throws `not-found` for what this person does not see. */
  readWires(actor: ToolCaller, name: string): readonly ToolWire[] {
    const tool = this.options.registry.find(name)
    if (!tool || !isVisibleTo(actor, tool)) throw notFound('tool')
    return this.options.verdicts.wiresOf(tool)
  }

  async update(actor: ToolCaller, name: string, patch: ToolPatch): Promise<ToolListing> {
    const { registry, audit, draft, now } = this.options
    const tool = await registry.update(name, patch)
    await audit.append([await draft({
      kind: 'tool.updated', at: now().toISOString(), actor, tool: name, source: tool.source.id,
      definitionHash: tool.fingerprint, success: true, input: patch,
    })])
    await this.options.verdicts.judge([tool])
    return this.toListing(tool)
  }

  /** One call by hand, through the same gate and into the same audit as a call of a model. */
  async call(actor: ToolCaller, { name, input, caller }: CallByHand): Promise<ToolLabCall> {
    const { registry, gate, newId } = this.options
    const callId = newId()
    const recorder = createLabRecorder(actor, this.options)
    const result = await gate(
      {
        callId,
        name,
        arguments: { ok: true, value: input },
        initiator: 'person',
        offered: registry.list().map(tool => tool.definition.name),
        scope: 'lab',
      },
      { userId: actor.userId, recorder, signal: caller, onProgress: () => {} },
    )
    if (result.status === 'needs-approval') throw new Error('A call by hand needs no approval, but the gate requested one.')
    return { callId, outcome: result.outcome, auditSeq: recorder.lastSeq() }
  }

  private toListing(tool: RegisteredTool): ToolListing {
    const marks = this.options.verdicts.of(tool).map(verdict => ({ ...verdict, warnings: verdict.warnings.length }))
    return toListing(tool, marks)
  }
}

function isVisibleTo({ role }: ToolCaller, { enabled }: RegisteredTool): boolean {
  return enabled || role === 'admin'
}

function toListing(tool: RegisteredTool, compatibility: ToolMark[]): ToolListing {
  const { definition, source } = tool
  return {
    name: definition.name,
    title: definition.title ?? definition.annotations.title ?? definition.name,
    description: definition.description,
    inputSchema: { ...definition.inputSchema },
    ...(definition.outputSchema && { outputSchema: { ...definition.outputSchema } }),
    annotations: definition.annotations,
    source: { id: source.id, kind: source.kind, name: source.name, state: 'ready' },
    originalName: tool.originalName,
    enabled: tool.enabled,
    approval: tool.approval,
    strict: tool.strict,
    groups: [],
    tokens: Math.ceil(JSON.stringify([definition.name, definition.description, definition.inputSchema]).length / CHARACTERS_PER_TOKEN),
    fingerprint: tool.fingerprint,
    state: tool.state.status,
    ...(tool.state.status === 'quarantined' && { quarantineReason: tool.state.reason }),
    compatibility,
  }
}
