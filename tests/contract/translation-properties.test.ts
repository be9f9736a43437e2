import fc from 'fast-check'
import { describe, it } from 'vitest'
import { parseCallArguments } from '#server/providers/kit/call-arguments'
import { createToolNameMap, type NameRule } from '#server/providers/kit/tool-names'
import { narrowToolSchema } from '#server/providers/kit/schema-dialect'

// The same inputs in every run: a failure must not come and go.
fc.configureGlobal({ seed: 7, numRuns: 300 })

const RULES: readonly NameRule[] = [
  { allowed: /[a-zA-Z0-9_-]/, maxLength: 64 },
  { allowed: /[a-zA-Z0-9_-]/, maxLength: 128 },
  { allowed: /[a-zA-Z0-9_-]/, first: /[a-zA-Z_]/, maxLength: 64 },
]

const toolName = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' })
const keyword = fc.constantFrom('type', 'properties', 'items', 'anyOf', 'oneOf', 'allOf', 'required', 'pattern', 'format', 'enum', 'const', '$ref', '$defs', 'not', 'description', 'default')
/** Schemas as hostile servers send them: known keywords with values of any shape. */
const schema = fc.letrec(tie => ({
  node: fc.dictionary(keyword, fc.oneof({ maxDepth: 5, withCrossShrink: true }, fc.jsonValue({ maxDepth: 1 }), tie('node'), fc.array(tie('node'), { maxLength: 3 }), fc.dictionary(fc.string(), tie('node'), { maxKeys: 3 })), { maxKeys: 6 }),
})).node

describe('translation, for any input', () => {
  it.each(RULES)('maps names into the alphabet, apart and back ($maxLength characters) [F002-A20]', (rule) => {
    fc.assert(fc.property(fc.uniqueArray(toolName, { maxLength: 40 }), (names) => {
      const map = createToolNameMap(names, rule)
      const wire = names.map(name => map.toWire(name))
      const fits = wire.every(name => name.length <= rule.maxLength && [...name].every(character => rule.allowed.test(character)))
      return fits && new Set(wire).size === names.length && wire.every((name, index) => map.fromWire(name) === names[index])
    }))
  })

  it('narrows any schema to one object without throwing and without touching the original [F002-A21]', () => {
    fc.assert(fc.property(schema, fc.boolean(), (inputSchema, completeObjectsAndArrays) => {
      const tool = { name: 'any', description: '', inputSchema: inputSchema as Record<string, unknown>, annotations: {} }
      const before = JSON.stringify(inputSchema)
      const { wire } = narrowToolSchema(tool, { describeKeywords: ['pattern', 'format'], completeObjectsAndArrays })
      return wire.type === 'object' && ['anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not'].every(union => !(union in wire)) && JSON.stringify(inputSchema) === before
    }))
  })

  it('reads back what it parses, and keeps the text of what it does not [F002-A22]', () => {
    fc.assert(fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      const parsed = parseCallArguments(text)
      return parsed.ok ? typeof parsed.value === 'object' && parsed.value !== null : parsed.text === text && parsed.error !== ''
    }))
  })
})
