import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { commitBody, findRowError, hashAuditRow } from '#server/audit/hash-chain'
import type { HashedRow } from '#server/ports/audit-store'
import { GENESIS_HASH } from '#shared/audit'

const row: HashedRow = {
  seq: 1, at: '2026-01-02T03:04:05.678Z', kind: 'tool.finished', userId: 'alice', userName: 'Älice', conversationId: null, runId: 'r',
  step: 2,
  callId: 'c', executionId: 'e', tool: 'calculate', source: 'calculator', definitionHash: 'd', success: false, durationMs: 1.5,
  error: 'timed-out', inputCommit: null, outputCommit: null,
}
const others: Partial<Record<keyof HashedRow, unknown>> = { seq: 2, success: true, step: 3, durationMs: 1.6 }

describe('the hash chain', () => {
  test('hashes fields in a fixed order, each behind its length in bytes', () => {
    const canonical = '1:1;24:2026-01-02T03:04:05.678Z;13:tool.finished;5:alice;6:Älice;-;1:r;1:2;1:c;1:e;'
      + '9:calculate;10:calculator;1:d;1:0;3:1.5;9:timed-out;-;-;'
    const bytes = Buffer.concat([Buffer.alloc(33), Buffer.from(canonical)])
    expect(hashAuditRow(GENESIS_HASH, row)).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test.each(Object.keys(row) as (keyof HashedRow)[])('another %s gives another hash, and so does none', (field) => {
    const hashes = [row[field], others[field] ?? 'other', null].map(value => hashAuditRow(
      GENESIS_HASH, { ...row, [field]: value } as HashedRow,
    ))
    expect(new Set(hashes).size).toBe(row[field] === null ? 2 : 3)
  })

  test('text cannot move from one field into the next', () => {
    const left = hashAuditRow(GENESIS_HASH, { ...row, tool: 'ab', source: 'c' })
    expect(hashAuditRow(GENESIS_HASH, { ...row, tool: 'a', source: 'bc' })).not.toBe(left)
    expect(hashAuditRow(GENESIS_HASH, { ...row, tool: 'ab;1:c', source: null })).not.toBe(left)
  })

  test('commits to a body in the same way below and above the size that leaves the event loop', async () => {
    for (const body of ['{}', 'ä'.repeat(40_000)]) {
      const expected = createHash('sha256').update(Buffer.from([2])).update(Buffer.from('ab'.repeat(32), 'hex')).update(body).digest('hex')
      expect(await commitBody('ab'.repeat(32), body)).toBe(expected)
    }
  })

  test('finds no fault in a row that follows', async () => {
    const chained = { ...row, prevHash: GENESIS_HASH, hash: hashAuditRow(GENESIS_HASH, row), input: null, output: null }
    expect(await findRowError(chained, { seq: 0, hash: GENESIS_HASH })).toBeUndefined()
    expect(await findRowError(chained, { seq: 0, hash: 'f'.repeat(64) })).toContain('does not follow')
  })
})
