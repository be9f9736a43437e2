import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolDefinition } from '#shared/tool'
import { parseCallArguments } from '#server/providers/kit/stream/call-arguments'
import { dropInjectedNulls } from '#server/providers/kit/tools/read-arguments'
import { createToolNameMap, type NameRule } from '#server/providers/kit/tool-names'
import { anyJson, closedSchema, hostileSchema, plausibleSchema } from '../support/providers/any-schema'
import { findViolations } from '../support/providers/schema-laws'
import { listTargets } from '../support/providers/tool-targets'

// The same inputs in every run: a failure must not come and go.
fc.configureGlobal({ seed: 7, numRuns: 300 })
/** For what Ajv makes code of, which takes its time where others work too. */
const COMPILED = { numRuns: 100 }
const COMPILE_TIMEOUT_MS = 60_000

const RULES: readonly NameRule[] = [
  { allowed: /[a-zA-Z0-9_-]/, maxLength: 64 },
  { allowed: /[a-zA-Z0-9_-]/, maxLength: 128 },
  { allowed: /[a-zA-Z0-9_-]/, first: /[a-zA-Z_]/, maxLength: 64 },
]

const toolName = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' })
const targets = listTargets()
const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, inlineRefs: false })

function toTool(inputSchema: unknown): ToolDefinition {
  return { name: 'any', description: '', inputSchema: inputSchema as ToolDefinition['inputSchema'], annotations: {} }
}

describe('translation, for any input', () => {
  it.each(RULES)('maps names into the alphabet, apart and back ($maxLength characters) [F002-A20]', (rule) => {
    fc.assert(fc.property(fc.uniqueArray(toolName, { maxLength: 40 }), (names) => {
      const map = createToolNameMap(names, rule)
      const wire = names.map(name => map.toWire(name))
      const fits = wire.every(name => name.length <= rule.maxLength && [...name].every(character => rule.allowed.test(character)))
      return fits && new Set(wire).size === names.length && wire.every((name, index) => map.fromWire(name) === names[index])
    }))
  })

  describe.each(targets)('$id', ({ target, rules, readSchema }) => {
    it.each([
      ['hostile', hostileSchema], ['plausible', plausibleSchema],
    ] as const)('makes of any %s schema what its vendor takes, or refuses it, and leaves the original alone [F002-A21]', {
      timeout: COMPILE_TIMEOUT_MS,
    }, (
      _kind, schema,
    ) => {
      fc.assert(fc.property(schema, (inputSchema) => {
        const before = JSON.stringify(inputSchema)
        const translation = target.translate(toTool(inputSchema))
        expect(JSON.stringify(inputSchema)).toBe(before)
        if (!translation.ok) expect(translation.reason).not.toBe('')
        const wire = translation.ok ? readSchema(translation.wire) : undefined
        if (!wire) return
        expect(findViolations(rules, wire)).toEqual([])
        if (rules.language !== 'openapi') ajv.compile(wire)
      }), COMPILED)
    })
  })

  it.each(targets.filter(({ rules }) => (
    rules.language === 'json-schema'
  )))('$id asks for nothing that the tool does not ask for [F002-A21]', { timeout: COMPILE_TIMEOUT_MS }, ({ target, readSchema }) => {
    fc.assert(fc.property(closedSchema, fc.array(anyJson, { minLength: 1, maxLength: 5 }), (inputSchema, values) => {
      const translation = target.translate(toTool(inputSchema))
      const wire = translation.ok ? readSchema(translation.wire) : undefined
      if (!wire) return
      const [original, translated] = [ajv.compile(inputSchema), ajv.compile(wire)]
      for (const value of values) {
        if (takes(original, value)) expect(takes(translated, value), JSON.stringify({ inputSchema, wire, value })).toBe(true)
      }
    }), COMPILED)
  })

  it('drops only nulls, and none that the tool takes [F019-A5]', { timeout: COMPILE_TIMEOUT_MS }, () => {
    fc.assert(fc.property(plausibleSchema, anyJson, (inputSchema, value) => {
      const dropped = dropInjectedNulls(inputSchema, value)
      expect(withoutNulls(dropped)).toEqual(withoutNulls(value))
      const validate = ajv.compile(inputSchema)
      if (takes(validate, value)) expect(takes(validate, dropped)).toBe(true)
    }), COMPILED)
  })

  it('reads back what it parses, and keeps the text of what it does not [F002-A22]', () => {
    fc.assert(fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      const parsed = parseCallArguments(text)
      return parsed.ok ? typeof parsed.value === 'object' && parsed.value !== null : parsed.text === text && parsed.error !== ''
    }))
  })
})

/** A union that leads back to itself without an object between has no end: Ajv overflows, and the answer is no. */
function takes(validate: ValidateFunction, value: unknown): boolean {
  try {
    return validate(value)
  }
  catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** A list keeps its nulls: only fields can be left out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== null).map(([name, entry]) => [name, withoutNulls(entry)]))
}
