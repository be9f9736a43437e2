import { describe, expect, it } from 'vitest'
import { errorCodeSchema } from '#shared/api-error'
import { runErrorSchema, runEventSchema } from '#shared/run-event'

const codeOf = (code: string) => runErrorSchema.parse({ code, message: 'No.', retryable: false }).code

describe('the error of a run [F001-A23]', () => {
  it('has a code of the API, or the end that it explains', () => {
    const codes = [...errorCodeSchema.options, 'limited', 'refused']

    expect(codes.map(codeOf)).toEqual(codes)
  })

  it('stays readable with a code that another version stored', () => {
    const event = {
      type: 'run-end', runId: 'r', at: '2026-01-01T00:00:00Z', sequence: 2, reason: 'failed', cost: null,
      usage: { inputTokens: 0, outputTokens: 0 }, error: { code: 'gone', message: 'No.', retryable: false },
    }

    expect(runEventSchema.parse(event)).toMatchObject({ error: { code: 'internal', message: 'No.' } })
  })
})
