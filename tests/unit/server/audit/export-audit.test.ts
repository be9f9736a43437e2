import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { exportAudit } from '#server/audit/export-audit'
import { buildAudit, buildFact, readExport } from '../../../support/build-audit'
import { buildDraft } from '../../../support/build-rows'
import { createTestStore } from '../../../support/test-store'

const REVIEWER = { userId: 'rita', role: 'reviewer' } as const

async function createLog(...facts: readonly Parameters<typeof buildFact>[0][]) {
  const { store, file } = await createTestStore()
  const audit = buildAudit(store)
  for (const fact of facts) await audit.record(buildFact(fact))
  return { store, file, audit }
}

const parseLines = (text: string) => text.split('\n').filter(Boolean).map(line => JSON.parse(line) as Record<string, unknown>)

/** RFC 4180, as a spreadsheet reads it; an absent value and an empty text are the same there. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, mark] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    if (mark === '\n') rows.push([])
  }
  return rows.slice(0, -1)
}

/** The cells of the one record of a log, by column. */
async function readCsvRecord(fact: Parameters<typeof buildFact>[0]): Promise<Readonly<Record<string, string>>> {
  const { audit } = await createLog(fact)
  const [head, cells] = parseCsv(await readExport(audit, REVIEWER, { format: 'csv' }))
  return Object.fromEntries(head!.map((column, index) => [column, cells![index]!]))
}

describe('the export', () => {
  test.each([199, 200, 201, 400])('writes all of %i records in order', async (count) => {
    const { store, audit } = await createLog()
    await store.audit.append(Array.from({ length: count }, () => buildDraft()))
    const lines = parseLines(await readExport(audit, REVIEWER))
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  })

  test('writes a record as it is shown, with its commitments and hashes', async () => {
    const { audit } = await createLog({ input: { city: 'Oslo', list: [1, null, 'x'] }, output: undefined })
    const { canOpenChat, ...record } = (await audit.find(1, REVIEWER))!
    // Who may open the chat is of the person who looks, not of the record.
    expect(canOpenChat).toBe(false)
    expect(parseLines(await readExport(audit, REVIEWER))).toEqual([record])
  })

  test('writes a body of many parts as it was stored, whatever stands where it is parted', async () => {
    // Parts have an even number of characters: with one odd character in front, each pair would be cut in two.
    for (const text of ['😀"'.repeat(200_000), `x${'😀'.repeat(300_000)}`, 'ä\\\n'.repeat(100_000)]) {
      const { audit } = await createLog({ input: text })
      expect(parseLines(await readExport(audit, REVIEWER))[0]!.input === text).toBe(true)
      const [, cells] = parseCsv(await readExport(audit, REVIEWER, { format: 'csv' }))
      expect(cells!.includes(JSON.stringify(text))).toBe(true)
    }
  })

  test('holds a part of a large body while its reader waits, and reads nothing more [F007-A22]', async () => {
    const large = { output: 'x'.repeat(4_000_000) }
    const { store } = await createLog(large, large)
    const read: number[] = []
    const watched = {
      ...store.audit,
      readBodyPart: async (...[seq, side, range]: Parameters<typeof store.audit.readBodyPart>) => {
        const part = await store.audit.readBodyPart(seq, side, range)
        read.push(part.length)
        return part
      },
    }
    const chunks = exportAudit({ store: watched, filter: {}, userId: null, format: 'jsonl' })
    const first = await chunks.next()
    const held = read.reduce((sum, length) => sum + length, 0)
    expect(held).toBeGreaterThan(0)
    expect(held).toBeLessThan(150_000)
    expect(String(first.value).length).toBeLessThan(150_000)
    await chunks.return(undefined)
  })

  test('serves others between two chunks', async () => {
    const { store } = await createLog({ output: 'x'.repeat(1_000_000) })
    const chunks = exportAudit({ store: store.audit, filter: {}, userId: null, format: 'jsonl' })
    await chunks.next()
    let served = false
    setImmediate(() => {
      served = true
    })
    await chunks.next()
    expect(served).toBe(true)
    await chunks.return(undefined)
  })

  test('writes an edited body that is no JSON any more as text, on one line', async () => {
    const { audit, file } = await createLog({}, {})
    const intruder = new Sqlite(file)
    onTestFinished(() => void intruder.close())
    intruder.exec('DROP TRIGGER audit_payload_no_update')
    intruder.prepare('UPDATE audit_payload SET body = ? WHERE seq = 1 AND side = \'input\'').run('{"city":\n"forged')
    expect(parseLines(await readExport(audit, REVIEWER)).map(({ input }) => input)).toEqual(['{"city":\n"forged', { city: 'Oslo' }])
  })

  test('has a head with one name for each cell', async () => {
    const { audit } = await createLog({}, { input: undefined, output: undefined })
    const rows = parseCsv(await readExport(audit, REVIEWER, { format: 'csv' }))
    expect(rows[0]).toEqual([
      'seq', 'at', 'kind', 'userId', 'userName', 'conversationId', 'runId', 'step', 'callId', 'executionId', 'tool', 'source',
      'definitionHash', 'success', 'durationMs', 'error', 'input', 'output', 'inputCommit', 'outputCommit', 'prevHash', 'hash',
    ])
    expect(rows.map(row => row.length)).toEqual([22, 22, 22])
    expect(rows[1]!.slice(16, 18)).toEqual(['{"city":"Oslo"}', '{"status":"ok","content":[{"type":"text","text":"rain"}]}'])
    expect(rows[2]!.slice(16, 20)).toEqual(['', '', '', ''])
  })

  test.each([
    '=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1',
  ])('gives a spreadsheet %j as text, never as a formula [F007-A8]', async (text) => {
    expect(await readCsvRecord({ tool: text, error: 'plain' })).toMatchObject({ tool: `'${text}`, error: 'plain' })
  })

  test('gives a spreadsheet a body that begins like a formula as text [F007-A8]', async () => {
    expect((await readCsvRecord({ input: -1 })).input).toBe('\'-1')
  })

  test.each(['a "quoted", cell', 'two\nlines', 'a=1', '1-2'])('gives %j as it is', async (text) => {
    expect((await readCsvRecord({ tool: text })).tool).toBe(text)
  })
})

describe('exports under way', () => {
  /** An export whose reader takes nothing until it is let go. */
  function startExport(audit: ReturnType<typeof buildAudit>, userId: string) {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const ended = audit.export({ filter: {}, reader: { userId, role: 'user' }, format: 'jsonl' }, () => promise.then(() => {}))
    return { ended, release: () => resolve(undefined) }
  }

  test('are two for one user; a third is refused with what to do, and others are not [F007-A23]', async () => {
    const { audit } = await createLog()
    const [first, second, other] = [startExport(audit, 'alice'), startExport(audit, 'alice'), startExport(audit, 'bob')]
    await expect(readExport(audit, { userId: 'alice', role: 'user' })).rejects.toMatchObject({
      code: 'rate-limited', message: 'You have 2 exports in progress. Wait for one to finish, or cancel one, and try again.',
      retryAfterMs: 5000,
    })
    first.release()
    await first.ended
    expect(await readExport(audit, { userId: 'alice', role: 'user' })).toBe('')
    second.release()
    other.release()
    await Promise.all([second.ended, other.ended])
  })

  test('do not count any more after an error', async () => {
    const { audit } = await createLog()
    const order = { filter: {}, reader: REVIEWER, format: 'jsonl' } as const
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(audit.export(order, () => Promise.reject(new Error('the reader is gone')))).rejects.toThrow('gone')
    }
  })
})
