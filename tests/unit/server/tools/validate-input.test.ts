import { expect, it, vi } from 'vitest'
import { createInputValidator } from '#server/tools/validate-input'

it('takes a schema with a format that nobody knows, and prints nothing about it', () => {
  const warn = vi.spyOn(console, 'warn')
  const schema = { type: 'object', properties: { icon: { type: 'string', format: 'json' } } }
  expect(createInputValidator()(schema, 'one', { icon: 'any text' })).toEqual([])
  expect(warn).not.toHaveBeenCalled()
})
