import { globSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { toolDefinitionSchema } from '#shared/tool'
import { findInputIssues } from '../support/find-input-issues'
import { readToolCollections } from '../../scripts/verdicts/recorded-tools'
import { canonicalise } from '../support/providers/canonical-schema'
import { findViolations } from '../support/providers/schema-laws'
import { listTargets } from '../support/providers/tool-targets'
import { sampleArguments } from '../support/sample-arguments'

const recorded = (await readToolCollections()).flatMap(({ id, tools }) => tools.map(tool => ({ label: `${id}/${tool.name}`, tool })))
const awkward = globSync('tests/fixtures/tools/*.json').sort().map(file => ({
  label: file, tool: toolDefinitionSchema.parse(JSON.parse(readFileSync(file, 'utf8'))),
}))
const targets = listTargets()

/** Arguments that the gate lets through to each tool: with the required properties alone, and with all of them. */
const sampled = recorded.map(({ label, tool }) => {
  const samples = (['required', 'all'] as const).map(kind => sampleArguments(tool.inputSchema, kind))
  return { label, tool, samples: samples.filter(given => findInputIssues(tool.inputSchema, given).length === 0) }
})

/** Ajv makes code of some hundred schemas, which takes its time where others work too. */
const COMPILE_TIMEOUT_MS = 60_000
const ajv = new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false })

it('knows a law for every target, and the laws notice what is wrong', () => {
  const wrong = {
    type: 'object',
    $schema: 'x',
    required: ['none'],
    properties: { a: { type: 'array', items: [{ const: 1 }] }, b: { $ref: '#/$defs/b', title: 'b' } },
  }
  expect(targets.filter(({ rules }) => findViolations(rules, wrong).length < 4).map(({ id }) => id)).toEqual([])
})

describe.each(targets)('$id', ({ target, rules, readSchema }) => {
  it('gets nothing that its vendor refuses [F019-A13]', () => {
    const violations = [...recorded, ...awkward].flatMap(({ label, tool }) => {
      const translation = target.translate(tool)
      const schema = translation.ok ? readSchema(translation.wire) : undefined
      return schema ? findViolations(rules, schema).map(violation => `${label} ${violation}`) : []
    })
    expect(violations).toEqual([])
  })
})

// A strict form asks for more than the tool does, and OpenAPI's is another language.
describe.each(targets.filter(({ rules }) => (
  rules.language === 'json-schema'
)))('$id, which speaks plain JSON Schema,', ({ target, readSchema }) => {
  it('changes no tool in silence [F019-A15]', () => {
    const silent = [...recorded, ...awkward].flatMap(({ label, tool }) => {
      const translation = target.translate(tool)
      if (!translation.ok || translation.warnings.length > 0) return []
      const isSame = canonicalise({ ...tool.inputSchema, type: 'object' }) === canonicalise(readSchema(translation.wire) ?? {})
      return isSame ? [] : [label]
    })
    expect(silent).toEqual([])
  })

  it('asks for nothing that the tool does not ask for [F019-A14]', { timeout: COMPILE_TIMEOUT_MS }, () => {
    // Most schemas are simple enough to be met by a sample.
    expect(sampled.flatMap(({ samples }) => samples).length).toBeGreaterThan(recorded.length * 1.5)
    const refused = sampled.flatMap(({ label, tool, samples }) => {
      const translation = target.translate(tool)
      const schema = translation.ok ? readSchema(translation.wire) : undefined
      if (!schema) return []
      const validate = ajv.compile(schema)
      return samples.flatMap(given => validate(given)
        ? []
        : [
            `${label}: ${JSON.stringify(given)} ${validate.errors?.[0]?.instancePath} ${validate.errors?.[0]?.message}`,
          ])
    })
    expect(refused).toEqual([])
  })
})
