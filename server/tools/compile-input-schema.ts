import { Ajv, type ErrorObject, type Options } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { InputIssue } from '#shared/tool-outcome'
import type { JsonSchema } from '#shared/tool'
import { describeIssue, MAX_ISSUES } from './input-issue'
import type { InputParser } from './tool-source'

/** Without a logger: ajv would print a line with parts of the schema for each format that it does not know. */
const OPTIONS: Options = { allErrors: true, strict: false, logger: false }

const draft7 = new Ajv(OPTIONS)
const draft2019 = new Ajv2019(OPTIONS)
const draft2020 = new Ajv2020(OPTIONS)
for (const ajv of [draft7, draft2019, draft2020]) formats.default(ajv)

/** By `$schema`, without a trailing `#`. Draft 7 only adds to draft 6. */
const DRAFTS = new Map([
  ['http://json-schema.org/draft-06/schema', draft7],
  ['http://json-schema.org/draft-07/schema', draft7],
  ['https://json-schema.org/draft/2019-09/schema', draft2019],
  ['https://json-schema.org/draft/2020-12/schema', draft2020],
])

/**
 * The check of a tool's arguments against its own schema, not the narrowed copy that the provider saw: a provider may
 * drop `maxLength`, the tool still relies on it. Throws for a schema that cannot be compiled: of a draft that is not
 * known (MCP 2026-07-28 wants it refused), with a reference that leads nowhere, and so on.
 */
export function compileInputSchema(schema: JsonSchema): InputParser {
  const ajv = findDraft(schema.$schema)
  const anonymous = withoutIdentity(schema)
  const validate = ajv.compile(anonymous)
  // Ajv keeps every schema that it ever compiled, and sources list their tools again and again.
  ajv.removeSchema(anonymous)
  return (input) => {
    if (validate(input)) return { ok: true, input }
    return { ok: false, issues: (validate.errors ?? []).slice(0, MAX_ISSUES).map(error => toIssue(error, input)) }
  }
}

function findDraft(declared: unknown): Ajv | Ajv2019 | Ajv2020 {
  if (declared === undefined) return draft2020
  const draft = typeof declared === 'string' ? DRAFTS.get(declared.replace(/#$/, '')) : undefined
  if (!draft) throw new Error(`$schema is ${JSON.stringify(declared)}. Known are ${[...DRAFTS.keys()].join(', ')}`)
  return draft
}

/**
 * Without `$id`: two tools may carry the same one, ajv would refuse the second, and nothing here refers across schemas.
 * Without `$async`, a keyword of ajv alone: with it, a check would answer a promise, which passes for a yes.
 */
function withoutIdentity(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !['$id', '$schema', '$async'].includes(keyword)))
}

function toIssue({ keyword, params, message, instancePath }: ErrorObject, input: unknown): InputIssue {
  const path = instancePath.split('/').slice(1).map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  switch (keyword) {
    case 'required':
      return describeIssue(input, [...path, String(params.missingProperty)], 'a value: this field is required')
    case 'additionalProperties':
      return describeIssue(input, [...path, String(params.additionalProperty)], 'no value: unknown field, remove it')
    case 'type':
      return describeIssue(input, path, `type ${[params.type].flat().join(' or ')}`)
    case 'enum':
      return describeIssue(input, path, `one of ${JSON.stringify(params.allowedValues)}`)
    default:
      return describeIssue(input, path, message ?? keyword)
  }
}
