import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifyChain } from '#server/audit/verify-chain'
import { GENESIS_HASH } from '#shared/audit'
import { buildAudit, buildFact } from '../../../support/build-audit'
import { buildDraft } from '../../../support/build-rows'
import { createTestStore } from '../../../support/test-store'

async function createLog(records: number) {
  const { store, file } = await createTestStore()
  const audit = buildAudit(store)
  for (let index = 1; index <= records; index++) await audit.record(buildFact({ input: { index } }))
  const intruder = new Sqlite(file)
  onTestFinished(() => void intruder.close())
  return { audit, intruder }
}

function dropTriggers(database: Sqlite.Database): void {
  const names = database.prepare('SELECT name FROM sqlite_master WHERE type = \'trigger\'').pluck().all()
  for (const name of names) database.exec(`DROP TRIGGER ${String(name)}`)
}

const COLUMNS = 'at, kind, user_id, user_name, conversation_id, run_id, step, call_id, execution_id, tool, source, definition_hash, '
  + 'success, duration_ms, error, input_commit, output_commit, prev_hash, hash'

describe('the triggers', () => {
  test.each([
    'UPDATE audit_log SET success = 1',
    'UPDATE audit_log SET seq = seq + 10',
    'DELETE FROM audit_log WHERE seq = 2',
    'INSERT OR REPLACE INTO audit_log SELECT * FROM audit_log WHERE seq = 2',
    `INSERT INTO audit_log SELECT 9, ${COLUMNS} FROM audit_log WHERE seq = 2`,
    'UPDATE audit_payload SET body = \'{}\'',
    'DELETE FROM audit_payload',
    'INSERT OR REPLACE INTO audit_payload SELECT seq, side, salt, \'{}\', 2 FROM audit_payload WHERE seq = 2',
  ])('refuse %s from any connection [F007-A3]', async (statement) => {
    const { audit, intruder } = await createLog(3)
    expect(() => intruder.exec(statement)).toThrow('append-only')
    expect(await audit.verify()).toMatchObject({ ok: true, records: 3 })
  })
})

/** Each done to a log of six records with the triggers dropped. */
const TAMPERING = [
  ['an edited field', 'UPDATE audit_log SET success = 0 WHERE seq = 4', 4, 'its fields were changed'],
  [
    'a field turned into bytes, which no filter finds', 'UPDATE audit_log SET kind = CAST(kind AS BLOB) WHERE seq = 4', 4,
    'its fields were changed',
  ],
  ['an emptied field', 'UPDATE audit_log SET error = NULL, tool = NULL WHERE seq = 4', 4, 'its fields were changed'],
  ['an edited hash', `UPDATE audit_log SET hash = '${'0'.repeat(64)}' WHERE seq = 4`, 4, 'its fields were changed'],
  ['a deleted record', 'DELETE FROM audit_log WHERE seq = 3', 4, 'record 3 is missing'],
  ['a deleted first record', 'DELETE FROM audit_log WHERE seq = 1', 2, 'record 1 is missing'],
  [
    'two swapped records',
    'UPDATE audit_log SET seq = 99 WHERE seq = 3; UPDATE audit_log SET seq = 3 WHERE seq = 4; UPDATE audit_log SET seq = 4 WHERE seq = 99',
    3, 'does not follow',
  ],
  [
    'an inserted record',
    'UPDATE audit_log SET seq = -seq WHERE seq > 2; '
    + `INSERT INTO audit_log (seq, ${COLUMNS}) SELECT 3, ${COLUMNS} FROM audit_log WHERE seq = 2; `
    + 'UPDATE audit_log SET seq = 1 - seq WHERE seq < 0',
    3, 'does not follow',
  ],
  [
    'a record before the first', `INSERT INTO audit_log (seq, ${COLUMNS}) SELECT -7, ${COLUMNS} FROM audit_log WHERE seq = 2`, -7,
    'record 1 is missing',
  ],
  ['an edited body', 'UPDATE audit_payload SET body = \'{"index":7}\' WHERE seq = 5 AND side = \'input\'', 5, 'its input was changed'],
  [
    'a body turned into bytes, which no search finds',
    'UPDATE audit_payload SET body = CAST(body AS BLOB) WHERE seq = 5 AND side = \'input\'', 5, 'its input was changed',
  ],
  [
    'a body moved into its salt',
    'UPDATE audit_payload SET salt = salt || lower(hex(body)), body = \'\', bytes = 0 WHERE seq = 5 AND side = \'output\'', 5,
    'its output was changed',
  ],
  ['a salt in capitals', 'UPDATE audit_payload SET salt = upper(salt) WHERE seq = 5 AND side = \'output\'', 5, 'its output was changed'],
  ['an edited salt', 'UPDATE audit_payload SET salt = \'00\' WHERE seq = 5 AND side = \'output\'', 5, 'its output was changed'],
  ['a deleted body', 'DELETE FROM audit_payload WHERE seq = 5 AND side = \'output\'', 5, 'its output is missing'],
  [
    'an edited size', 'UPDATE audit_payload SET bytes = 999999 WHERE seq = 5 AND side = \'output\'', 5,
    'the size of its output was changed',
  ],
  ['a body of a third side', 'INSERT INTO audit_payload VALUES (5, \'other\', \'00\', \'{}\', 2)', 5, 'belongs to no record'],
  ['a body before the first record', 'INSERT INTO audit_payload VALUES (-3, \'input\', \'00\', \'{}\', 2)', -3, 'belongs to no record'],
  ['a body after the last record', 'INSERT INTO audit_payload VALUES (7, \'input\', \'00\', \'{}\', 2)', 7, 'belongs to no record'],
  [
    'bodies of two records exchanged',
    'UPDATE audit_payload SET seq = 99 WHERE seq = 2; UPDATE audit_payload SET seq = 2 WHERE seq = 6; '
    + 'UPDATE audit_payload SET seq = 6 WHERE seq = 99',
    2, 'its input was changed',
  ],
] as const

describe('verification', () => {
  test.each(TAMPERING)('names the first bad record after %s [F007-A4]', async (_what, statements, seq, reason) => {
    const { audit, intruder } = await createLog(6)
    dropTriggers(intruder)
    intruder.exec(statements)
    const result = await audit.verify()
    expect(result).toMatchObject({ ok: false, firstBad: { seq, reason: expect.stringContaining(reason) } })
  })

  test.each(['2', '\'\'', '\'no\''])('names a failed record whose flag was edited to %s, which no filter finds [F007-A4]', async (flag) => {
    const { audit, intruder } = await createLog(0)
    await audit.record(buildFact({ success: false }))
    dropTriggers(intruder)
    intruder.exec(`UPDATE audit_log SET success = ${flag}`)
    expect(await audit.verify()).toMatchObject({ ok: false, firstBad: { seq: 1, reason: 'its fields were changed' } })
  })

  test('reads on where a size was edited to what cannot be added up', async () => {
    const { audit, intruder } = await createLog(6)
    dropTriggers(intruder)
    intruder.exec('UPDATE audit_payload SET bytes = 9223372036854775807 WHERE seq = 3')
    expect(await audit.verify()).toMatchObject({ ok: false, firstBad: { seq: 3, reason: 'the size of its input was changed' } })
  })

  test('names a body that was added to a record without one', async () => {
    const { audit, intruder } = await createLog(0)
    await audit.record(buildFact({ input: undefined, output: null }))
    intruder.exec('INSERT INTO audit_payload VALUES (1, \'input\', \'00\', \'{}\', 2)')
    expect((await audit.verify()).firstBad).toEqual({ seq: 1, reason: 'an input was added to it' })
  })

  test('answers the hash of the newest record over several batches, and the first hash when there is none', async () => {
    const { store, file } = await createTestStore()
    const audit = buildAudit(store)
    expect(await audit.verify()).toMatchObject({ ok: true, records: 0, head: GENESIS_HASH, unsignedTail: 0 })
    await store.audit.append(Array.from({ length: 2300 }, () => buildDraft()))
    const head = new Sqlite(file, { readonly: true }).prepare('SELECT hash FROM audit_log WHERE seq = 2300').pluck().get()
    expect(await audit.verify()).toMatchObject({ ok: true, records: 2300, head, unsignedTail: 2300 })
  })

  test('serves others between two batches', async () => {
    const { store } = await createTestStore()
    await store.audit.append(Array.from({ length: 600 }, () => buildDraft()))
    let served = 0
    const reads: number[] = []
    const serve = () => setImmediate(() => {
      served += 1
      if (reads.length < 4) serve()
    })
    serve()
    await verifyChain({
      store: { ...store.audit, readChain: (after, limit) => {
        reads.push(served)
        return store.audit.readChain(after, limit)
      } },
    })
    expect(reads).toHaveLength(4)
    expect(new Set(reads).size).toBe(4)
  })

  test('is done twice at once for one user; a third is refused with what to do, and others are not [F007-A61]', async () => {
    const { audit } = await createLog(2)
    const verify = (userId: string) => audit.verify({ userId, signal: new AbortController().signal })
    const [first, second, third, other] = await Promise.allSettled([verify('alice'), verify('alice'), verify('alice'), verify('bob')])
    expect([first, second, other].map(answer => answer?.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect(third).toMatchObject({ reason: {
      code: 'rate-limited', message: 'You have 2 verifications in progress. Wait for one to finish, or cancel one, and try again.',
      retryAfterMs: 5000,
    } })
    expect(await verify('alice')).toMatchObject({ ok: true })
  })

  test('reads bodies that are too many for one batch', async () => {
    const { store } = await createTestStore()
    const audit = buildAudit(store)
    for (let index = 0; index < 3; index++) await audit.record(buildFact({ input: undefined, output: 'x'.repeat(1_200_000) }))
    expect(await audit.verify()).toMatchObject({ ok: true, records: 3 })
  })

  test('reads as many rows as both limits of a batch allow, and one at least', async () => {
    const { store } = await createTestStore()
    const audit = buildAudit(store)
    // With its two quotation marks each body has 100 bytes.
    for (let index = 0; index < 6; index++) await audit.record(buildFact({ input: 'x'.repeat(48), output: 'ä'.repeat(24) }))
    const read = async (after: number, rows: number, bytes: number) =>
      (await store.audit.readChain(after, { rows, bytes })).map(({ seq }) => seq)
    expect(await read(0, 4, Infinity)).toEqual([1, 2, 3, 4])
    expect(await read(0, 1000, 300)).toEqual([1, 2, 3])
    expect(await read(1, 1000, 299)).toEqual([2, 3])
    expect(await read(3, 1000, 99)).toEqual([4])
    expect(await read(6, 1000, 1000)).toEqual([])
  })
})
