import type { ToolListing, ToolPatch } from '#shared/tool'
import type { ToolOutcome } from '#shared/tool-outcome'
import type { ToolGate } from './execute-tool-call'
import { createLabRecorder, type LabRecorderOptions, type ToolActor } from './lab-recorder'
import type { RegisteredTool, ToolRegistry } from './registry'

/** Tokens of a text, by the usual rule of thumb; exact counts differ per vendor. */
const CHARACTERS_PER_TOKEN = 4

export interface ToolServiceOptions extends LabRecorderOptions {
  readonly registry: ToolRegistry
  readonly gate: ToolGate
  /** Aborts when the process goes down. */
  readonly closing: AbortSignal
}

/** Tools, as people use them: look at them, switch them, call one by hand. */
export class ToolService {
  constructor(private readonly options: ToolServiceOptions) {}

  /** Tools that are switched off are shown to those who can switch them on. */
  list(actor: ToolActor): readonly ToolListing[] {
    const tools = this.options.registry.list()
    return tools.filter(tool => tool.enabled || actor.role === 'admin').map(toListing)
  }

  async update(actor: ToolActor, name: string, patch: ToolPatch): Promise<ToolListing> {
    const { registry, audit, draft, now } = this.options
    const tool = await registry.update(name, patch)
    await audit.append([await draft({
      kind: 'tool.updated', at: now().toISOString(), actor, tool: name, source: tool.source.id,
      definitionHash: tool.fingerprint, success: true, input: patch,
    })])
    return toListing(tool)
  }

  /** One call by hand, through the same gate and into the same audit as a call of a model. */
  async call(actor: ToolActor, name: string, input: Readonly<Record<string, unknown>>): Promise<{ callId: string, outcome: ToolOutcome }> {
    const { registry, gate, newId, closing } = this.options
    const callId = newId()
    const result = await gate(
      {
        callId,
        name,
        arguments: { ok: true, value: input },
        initiator: 'person',
        offered: registry.list().map(tool => tool.definition.name),
        scope: 'lab',
      },
      { recorder: createLabRecorder(actor, this.options), signal: closing, onProgress: () => {} },
    )
    if (result.status === 'needs-approval') throw new Error('A call by hand was asked to be approved.')
    return { callId, outcome: result.outcome }
  }
}

function toListing(tool: RegisteredTool): ToolListing {
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
    groups: [],
    tokens: Math.ceil(JSON.stringify([definition.name, definition.description, definition.inputSchema]).length / CHARACTERS_PER_TOKEN),
    fingerprint: tool.fingerprint,
    state: 'ready',
  }
}
