import { expect, it } from 'vitest'
import { poolDefinition } from '#server/tools/definition-pool'

it('gives one object for a definition that is listed twice, and another when anything of it changed [F019-A8]', () => {
  const definition = { name: 'pooled', description: 'A', inputSchema: { type: 'object' }, annotations: {} }
  const first = poolDefinition(definition)
  expect(poolDefinition(structuredClone(definition)).definition).toBe(first.definition)
  expect(poolDefinition({ ...definition, description: 'B' }).definition).not.toBe(first.definition)
})
