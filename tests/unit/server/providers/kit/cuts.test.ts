import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '#shared/tool'
import { describeKeyword } from '#server/providers/kit/schema/describe-keyword'
import { normaliseSchema } from '#server/providers/kit/schema/normalise-schema'
import { printShort } from '#server/providers/kit/schema/print-short'
import { PLAIN_DIALECT } from '#server/providers/kit/schema/schema-dialect'
import { translateSchema } from '#server/providers/kit/schema/translate-schema'
import { readVendorSentence } from '#server/providers/kit/errors/vendor-sentence'
import { shortenDescription } from '#server/providers/kit/tools/tool-form'

const PAIR = '\u{1F600}'

describe('a cut leaves no half of a character [F020-A15]', () => {
  // At both parities, so that one of the two would fall into the middle of a pair.
  it.each(['', 'x'])('behind "%s"', (head) => {
    const long = `${head}${PAIR.repeat(2000)}`
    const cuts = [
      describeKeyword('pattern', long), describeKeyword('const', long), describeKeyword('enum', [long, { [long]: long }]),
      printShort(long), printShort(
        [long], 40,
      ), printShort({ a: long }, 41), shortenDescription(long, 100), readVendorSentence(long), foldBranches(long),
    ]
    for (const cut of cuts) {
      expect(cut.length).toBeLessThan(1000)
      expect(cut).toContain(PAIR)
      expect(cut.isWellFormed()).toBe(true)
      expect(cut).not.toMatch(/\\ud[89a-f]/)
    }
  })
})

/** The description of a root whose branches have this title. */
function foldBranches(title: string): string {
  const schema: JsonSchema = { type: 'object', anyOf: [{ title, required: ['a'] }, { required: ['b'] }], properties: { a: {}, b: {} } }
  const normal = normaliseSchema(schema)
  if (!normal.ok) expect.fail(normal.reason)
  return String(translateSchema(normal.schema, PLAIN_DIALECT).wire.description)
}
