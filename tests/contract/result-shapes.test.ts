import { describe, expect, it } from 'vitest'
import { type ToolOutcome, toolOutcomeSchema } from '#shared/tool-outcome'
import type { ModelRequest } from '#server/providers/provider'
import { askUser, callAndAnswer } from '../support/providers/canonical-conversation'
import { RESULT_SHAPES } from '../support/providers/result-shapes'
import { wired } from '../support/providers/wired-providers'
import { translateRequest } from '../support/request-body'

const CONNECTION = { baseUrl: 'http://127.0.0.1:9', apiKey: 'test-key' }

const weather = { name: 'get_weather', description: 'Weather.', inputSchema: { type: 'object', properties: {} }, annotations: {} }
const STATUSES = toolOutcomeSchema.options.map(option => option.shape.status.value)
const cases = Object.entries(RESULT_SHAPES).flatMap(([name, shape]) => STATUSES.map(status => ({ name, shape, status })))

describe.each(wired)('$id', ({ provider, harness }) => {
  it.each(cases)('takes a result that is $status with $name [F020-A1]', async ({ shape, status }) => {
    const { content, structuredContent, isTextComplete, says = [], once, media } = shape
    const outcome = toolOutcomeSchema.parse({
      status,
      content,
      durationMs: 1,
      issues: [],
      ...(status === 'ok' && structuredContent !== undefined && { structuredContent, isTextComplete }),
    })
    const request: ModelRequest = { model: harness.model, tools: [weather], messages: [...callAndAnswer(outcome), askUser('Thanks.')] }
    const { body, text, warnings } = await translateRequest(provider, request, CONNECTION)

    expect(harness.rules(body)).toEqual([])
    // As the model reads it: what is text inside a JSON text is escaped twice.
    const read = text.replaceAll(/\\+"/g, '"')
    if (status === 'ok' || structuredContent === undefined) {
      expect(says.filter(words => !read.includes(words) && !isSent(words, read))).toEqual([])
    }
    if (status !== 'ok') expect(read).toContain(`Error (${status})`)
    if (once !== undefined) expect(read.split(once).length - 1).toBeLessThanOrEqual(1)
    const isNamed = warnings.some(({ keyword, tool }) => keyword === media && tool === 'get_weather')
    if (media) expect(isNamed || (once !== undefined && text.includes(once)) || text.includes('application/pdf')).toBe(true)
    expect(JSON.stringify(warnings)).not.toContain('undefined')
  })
})

describe.each(wired)('$id, of a call that was allowed with a note', ({ provider, harness }) => {
  it.each(Object.entries(RESULT_SHAPES))('takes %s and the note [F006-A9]', async (
    _name, { content, structuredContent, isTextComplete, says = [] },
  ) => {
    const outcome: ToolOutcome = {
      status: 'ok',
      content,
      durationMs: 1,
      note: 'Mind the dog.',
      ...(structuredContent !== undefined && { structuredContent, isTextComplete }),
    }
    const request: ModelRequest = { model: harness.model, tools: [weather], messages: [...callAndAnswer(outcome), askUser('Thanks.')] }
    const { body, text } = await translateRequest(provider, request, CONNECTION)
    expect(harness.rules(body)).toEqual([])
    const read = text.replaceAll(/\\+"/g, '"')
    expect(says.filter(words => !read.includes(words) && !isSent(words, read))).toEqual([])
    expect(read.split('The person who allowed it adds: Mind the dog.')).toHaveLength(2)
  })
})

/** A file whose bytes went may go without its name. */
function isSent(words: string, body: string): boolean {
  return words.endsWith('.pdf') && body.includes('application/pdf')
}
