import { harness as chatCompletions } from '../../fixtures/providers/openai-chat/harness'
import type { ProviderHarness } from './provider-harness'
import type { SchemaNode } from './schema-nodes'

type PairReader = Pick<ProviderHarness, 'readCallId' | 'readResultId'>

/** The calls and the results in a request body of this vendor, in order: by id, or by name where there are no ids. */
export function readCallPairs(
  body: unknown, { readCallId, readResultId }: PairReader,
): { readonly calls: readonly string[], readonly results: readonly string[] } {
  const nodes = listObjects(body)
  return { calls: nodes.flatMap(node => readCallId(node) ?? []), results: nodes.flatMap(node => readResultId(node) ?? []) }
}

/** The same in a request that the mock server has kept, which it does in the form of chat completions, whatever the vendor. */
export function readMockedCallPairs(body: unknown) {
  return readCallPairs(body, chatCompletions)
}

function listObjects(value: unknown): readonly SchemaNode[] {
  if (Array.isArray(value)) return value.flatMap(listObjects)
  if (typeof value !== 'object' || value === null) return []
  return [value as SchemaNode, ...Object.values(value).flatMap(listObjects)]
}
