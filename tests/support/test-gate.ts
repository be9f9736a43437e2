import type { ToolOutcome } from '#shared/tool-outcome'
import { createToolGate, type GateResult, type ToolCallRequest } from '#server/tools/execute-tool-call'
import { createToolRegistry } from '#server/tools/registry'
import type { ToolSource } from '#server/tools/tool-source'
import { createFakeToolSource, createFakeToolStore, type FakeTool } from './fake-tool-source'

type Order = Partial<ToolCallRequest> & Pick<ToolCallRequest, 'name'>

/** A gate over tools that are plain functions, with a registry that can be opened anew on the same settings. */
export async function createTestGate(tools: readonly FakeTool[], { maxResultBytes = 10_000 }: { readonly maxResultBytes?: number } = {}) {
  const store = createFakeToolStore()
  const log: string[] = []
  const recorder = {
    refused: async ({ name }: ToolCallRequest, { status }: ToolOutcome) => void log.push(`refused ${name} ${status}`),
    started: async (call: { tool: { id: string } }) => void log.push(`started ${call.tool.id}`),
    ended: async (call: { tool: { id: string } }, { status }: ToolOutcome) => void log.push(`ended ${call.tool.id} ${status}`),
  }
  const open = async (source: ToolSource & { readonly calls: string[] }) => {
    const registry = await createToolRegistry({ sources: [source], store })
    const signal = new AbortController().signal
    const gate = createToolGate({
      registry, newId: () => crypto.randomUUID(), isActive: async () => true, timeoutMs: 5_000, maxResultBytes, deadline: signal,
    })
    const run = (order: Order): Promise<GateResult> => gate({
      callId: 'c1', arguments: { ok: true, value: {} }, initiator: 'model', offered: registry.list().map(tool => tool.definition.name),
      scope: 'r1/1', ...order,
    }, { userId: 'ada', recorder, signal, onProgress: () => {} })
    return {
      registry,
      calls: source.calls,
      run,
      /** The binding of the question that a call leads to. */
      ask: async (order: Order): Promise<string> => {
        const asked = await run(order)
        if (asked.status !== 'needs-approval') throw new Error(`Expected a question, not ${JSON.stringify(asked)}.`)
        return asked.binding
      },
    }
  }
  return { log, ...await open(createFakeToolSource(tools)), reopen: (changed: readonly FakeTool[]) => open(createFakeToolSource(changed)) }
}
