import fc from 'fast-check'
import type { JsonSchema } from '#shared/tool'

const KEYWORDS = [
  'type', 'properties', 'items', 'prefixItems', 'anyOf', 'oneOf', 'allOf', 'required', 'pattern', 'format', 'enum', 'const', '$ref',
  '$defs', 'definitions', 'not', 'if', 'then',
  'description', 'default', 'nullable', 'additionalProperties', 'patternProperties', 'minLength', 'minItems', 'exclusiveMinimum',
  'uniqueItems', 'dependencies', '$anchor', '$id', 'x-a',
] as const

const reference = fc.constantFrom(
  '#', '#/$defs/a', '#/definitions/a', '#/properties/a', '#/properties/b/items', '#here', '#/nowhere', 'https://example.com/a.json',
)

/** Schemas as hostile servers send them: known keywords with values of any shape. */
export const hostileSchema = fc.letrec(tie => ({
  node: fc.dictionary(
    fc.constantFrom(...KEYWORDS),
    fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.jsonValue({ maxDepth: 1 }), reference, fc.constantFrom('object', 'array', 'string', ['string', 'null']),
      tie('node'), fc.array(tie('node'), { maxLength: 3 }), fc.dictionary(
        fc.oneof(fc.string(), fc.constantFrom('a', 'b', '__proto__', '$ref')), tie('node'), { maxKeys: 3 },
      ),
    ),
    { maxKeys: 6 },
  ),
})).node as fc.Arbitrary<JsonSchema>

const name = fc.constantFrom('a', 'b', 'c', 'd-e', '$id', 'pattern')
const about = fc.record(
  { description: fc.constantFrom('About.', 'More.'), title: fc.constant('T'), default: fc.constant('x'), deprecated: fc.boolean() },
  { requiredKeys: [] },
)
const join = (...parts: readonly fc.Arbitrary<object>[]) => fc.tuple(...parts).map(objects => Object.assign({}, ...objects) as JsonSchema)

const leaf = fc.oneof(
  join(
    fc.record({ type: fc.constantFrom('string', ['string', 'null'], ['string', 'number']) }),
    fc.record(
      {
        minLength: fc.nat(2),
        maxLength: fc.integer({ min: 2, max: 5000 }),
        pattern: fc.constantFrom('^[a-z]*$', '^(?!x)', '\\d'),
        format: fc.constantFrom('email', 'date', 'made-up'),
      },
      { requiredKeys: [] },
    ),
    about,
  ),
  join(
    fc.record({ type: fc.constantFrom('number', 'integer') }),
    fc.record(
      { minimum: fc.integer({ min: -5, max: 0 }), exclusiveMaximum: fc.integer({ min: 1, max: 9 }), multipleOf: fc.constant(1) },
      { requiredKeys: [] },
    ),
    about,
  ),
  fc.record({ type: fc.constantFrom('boolean', 'null') }),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom('x', 'y', 1, 2, null, true), { minLength: 1, maxLength: 4 }) }),
  fc.record({ const: fc.constantFrom('x', 1, null, false) }),
  fc.record({ $ref: fc.constantFrom('#', '#/$defs/a', '#/$defs/b') }),
  fc.constant({}),
)

function createNodes(isClosed: boolean) {
  return fc.letrec<{ node: JsonSchema, object: JsonSchema }>(tie => ({
    object: join(
      fc.record({ type: fc.constant('object'), properties: fc.dictionary(name, tie('node'), { maxKeys: 4 }) }),
      fc.record({ additionalProperties: isClosed
        ? fc.boolean()
        : fc.oneof(fc.boolean(), tie('node')), required: fc.uniqueArray(
        name, { maxLength: 2 },
      ), minProperties: fc.nat(1) }, { requiredKeys: [] }),
      about,
    ),
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      tie('object'),
      join(fc.record({ type: fc.constantFrom('array', ['array', 'null']) }), fc.record(
        {
          items: tie('node'),
          prefixItems: fc.array(tie('node'), { minLength: 1, maxLength: 2 }),
          minItems: fc.nat(3),
          uniqueItems: fc.boolean(),
        },
        { requiredKeys: [] },
      )),
      fc.record({ anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
      ...(isClosed
        ? []
        : [
            fc.record({ oneOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
            fc.record({ allOf: fc.array(tie('node'), { minLength: 1, maxLength: 2 }) }),
            fc.record({ not: leaf }),
          ]),
    ),
  }))
}

function createRoots(isClosed: boolean): fc.Arbitrary<JsonSchema> {
  const { node, object } = createNodes(isClosed)
  const union = fc.record(
    {
      anyOf: fc.array(object, { minLength: 1, maxLength: 3 }),
      oneOf: fc.array(object, { minLength: 1, maxLength: 3 }),
      allOf: fc.array(object, { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: [] },
  )
  return join(object, fc.record({ $defs: fc.record({ a: node, b: node }) }), isClosed ? fc.constant({}) : union)
}

/** Valid schemas as servers write them, with nearly every feature. */
export const plausibleSchema = createRoots(false)

/** Valid schemas without unions of objects at the root, whose folding narrows a name that only one branch speaks of. */
export const closedSchema = createRoots(true)

const scalar = fc.constantFrom<unknown>('x', 'abc', '', 0, 1, 1.5, true, null)

/** Values that stand a chance with those schemas. */
export const anyJson = fc.letrec(tie => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(name, tie('value'), { maxKeys: 4 })),
  object: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
})).object
