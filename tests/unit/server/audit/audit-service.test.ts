import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { AuditReader } from '#server/audit/audit-service'
import { type AuditFilter, auditFilterSchema } from '#shared/audit'
import { buildAudit, buildFact, readExport } from '../../../support/build-audit'
import { AT } from '../../../support/build-rows'
import { createTestStore } from '../../../support/test-store'

const ALICE = { userId: 'alice', role: 'user' } as const
const BOB = { userId: 'bob', role: 'user' } as const
const REVIEWER = { userId: 'rita', role: 'reviewer' } as const
const bob = { userId: 'bob', userName: 'Bob' }

async function createExamples() {
  const { store } = await createTestStore()
  const audit = buildAudit(store)
  await audit.record(buildFact({
    kind: 'auth.login', at: '2026-01-01T10:00:00+01:00', tool: undefined, source: undefined, runId: undefined, input: undefined,
    output: undefined,
  }))
  await audit.record(buildFact({
    kind: 'tool.started', at: '2026-01-02T00:00:00Z', success: undefined, output: undefined, input: { city: 'Oslo "100%"' },
  }))
  await audit.record(buildFact({ at: '2026-01-03T00:00:00Z', success: false, error: 'timed-out' }))
  await audit.record(buildFact({
    at: '2026-01-04T00:00:00Z', actor: bob, tool: 'read_file', source: 'filesystem', conversationId: 'bobs', runId: 'run-2',
    input: { path: 'a_b' },
  }))
  return audit
}

describe('the audit list', () => {
  test.each<readonly [Record<string, string>, readonly number[]]>([
    [{}, [4, 3, 2, 1]],
    [{ tool: 'read_file' }, [4]],
    [{ source: 'weather' }, [3, 2]],
    [{ user: 'bob' }, [4]],
    [{ user: 'Alice' }, [3, 2, 1]],
    [{ conversation: 'bobs' }, [4]],
    [{ run: 'run-1' }, [3, 2]],
    [{ kind: 'tool.started' }, [2]],
    [{ success: 'true' }, [4, 1]],
    [{ success: 'false' }, [3]],
    [{ outcome: 'timed-out' }, [3]],
    [{ outcome: 'ok' }, [4]],
    [{ outcome: 'denied' }, []],
    [{ from: '2026-01-02T00:00:00Z' }, [4, 3, 2]],
    [{ to: '2026-01-01T09:00:00Z' }, [1]],
    [{ from: '2026-01-02T01:00:00+02:00', to: '2026-01-03T00:00:00Z', kind: 'tool.finished' }, [3]],
    [{ q: 'osLO' }, [3, 2]],
    [{ q: '"100%"' }, [2]],
    [{ q: 'a_b' }, [4]],
    [{ q: 'a%b' }, []],
    [{ q: 'c_ty' }, []],
    [{ q: 'TIMED' }, [3]],
    [{ q: 'read_' }, [4]],
    [{ q: 'ALIC' }, [3, 2, 1]],
    [{ q: 'run-1' }, [3, 2]],
    [{ q: 'run-' }, []],
    [{ q: '\' OR 1=1 --' }, []],
    [{ tool: '\'; DROP TABLE audit_log; --' }, []],
  ])('answers %j with exactly the matching records [F007-A6] [F007-A62]', async (query, expected) => {
    const audit = await createExamples()
    const filter: AuditFilter = auditFilterSchema.parse(query)
    expect((await audit.list(filter, { limit: 50 }, REVIEWER)).items.map(row => row.seq)).toEqual(expected)
    const exported = (await readExport(audit, REVIEWER, { filter })).split('\n').filter(Boolean)
    expect(exported.map(line => (JSON.parse(line) as { seq: number }).seq)).toEqual([...expected].reverse())
  })

  test('pages through every record once while new ones come in', async () => {
    const { store } = await createTestStore()
    const audit = buildAudit(store)
    for (let index = 0; index < 25; index++) await audit.record(buildFact())
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await audit.list({}, { limit: 4, cursor }, ALICE)
      seen.push(...page.items.map(row => row.seq))
      await audit.record(buildFact())
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index))
  })

  test('shows a user only their own records, everywhere [F007-A7]', async () => {
    const audit = await createExamples()
    expect((await audit.list({}, { limit: 50 }, BOB)).items.map(row => row.seq)).toEqual([4])
    expect((await audit.list({ user: 'alice' }, { limit: 50 }, BOB)).items).toEqual([])
    await expect(audit.find(3, BOB)).rejects.toMatchObject({ code: 'not-found' })
    expect(await audit.find(3, REVIEWER)).toMatchObject({ seq: 3, input: { city: 'Oslo' }, error: 'timed-out', durationMs: 12.25 })
    expect((await readExport(audit, BOB)).split('\n').filter(Boolean)).toHaveLength(1)
  })
})

describe('a record', () => {
  test('says that its chat can be opened to the owner alone, as long as the chat exists [F009-A130] [F009-A134]', async () => {
    const { store } = await createTestStore()
    const audit = buildAudit(store)
    await store.conversations.create({ id: 'talk', userId: 'alice', title: 'Talk', createdAt: AT, updatedAt: AT })
    const seq = await audit.record(buildFact({ conversationId: 'talk' }))
    const canOpen = async (reader: AuditReader) => (await audit.find(seq, reader)).canOpenChat
    expect(await Promise.all([ALICE, REVIEWER].map(canOpen))).toEqual([true, false])
    await store.conversations.remove('talk', 'alice')
    expect(await canOpen(ALICE)).toBe(false)
  })

  test('keeps who, what, when and with what result [F007-A1]', async () => {
    const { store } = await createTestStore()
    const audit = buildAudit(store)
    const fact = buildFact()
    const seq = await audit.record(fact)
    const { actor, ...rest } = fact
    expect(await audit.find(seq, ALICE)).toEqual({
      ...rest, ...actor, seq: 1, error: null, inputCommit: expect.any(String), outputCommit: expect.any(String), prevHash: '0'.repeat(64),
      hash: expect.any(String), canOpenChat: false,
    })
  })

  test('holds no secret in any column, body or byte of the file [F007-A5]', async () => {
    const canary = 'canary-0123456789abcdef'
    const { store, file } = await createTestStore()
    const audit = buildAudit(store, [canary])
    await audit.record(buildFact({
      tool: canary, source: canary, error: `failed with ${canary}`, input: { text: canary, [canary]: 1 },
      output: { password: 'canary-unknown' },
    }))
    await store.close()
    expect((await readFile(file)).toString('latin1')).not.toContain('canary-')
  })

  test('of what cannot succeed has neither success nor failure, and verifies', async () => {
    const { store } = await createTestStore()
    const audit = buildAudit(store)
    for (const success of [undefined, true, false]) await audit.record(buildFact({ success }))
    expect((await audit.list({}, { limit: 9 }, ALICE)).items.map(row => row.success)).toEqual([false, true, null])
    expect(await audit.verify()).toMatchObject({ ok: true })
  })

  test('bounds what a model made up as a tool name', async () => {
    const { store } = await createTestStore()
    const audit = buildAudit(store)
    await audit.record(buildFact({ kind: 'tool.refused', tool: 'x'.repeat(100_000) }))
    expect((await audit.find(1, ALICE)).tool).toHaveLength(200)
  })

  test('leaves no half of a secret where a name is cut', async () => {
    const { store } = await createTestStore()
    const canary = 'canary-0123456789abcdef-0123456789abcdef'
    const audit = buildAudit(store, [canary])
    for (const tool of [`${'x'.repeat(190)} ${canary}`, canary.repeat(11)]) {
      const { tool: name } = await audit.find(await audit.record(buildFact({ tool })), ALICE)
      expect(name).not.toContain('canary')
    }
  })

  test('gives the same body another commitment each time, so that an erased one cannot be guessed', async () => {
    const { store } = await createTestStore()
    const audit = buildAudit(store)
    const commits = [1, 2].map(async () => (await audit.find(await audit.record(buildFact()), ALICE)).inputCommit)
    expect(new Set(await Promise.all(commits)).size).toBe(2)
  })

  test('stores at most about 5 MB of a body, and still verifies', async () => {
    const { store } = await createTestStore()
    const audit = buildAudit(store)
    await audit.record(buildFact({ output: { content: [{ type: 'text', text: 'x'.repeat(9_000_000) }] } }))
    expect(JSON.stringify((await audit.find(1, ALICE)).output).length).toBeLessThan(5.1 * 1024 * 1024)
    expect(await audit.verify()).toMatchObject({ ok: true })
  })

  test('is verifiable whatever odd text it was given', async () => {
    const { store } = await createTestStore()
    const audit = buildAudit(store)
    await audit.record(buildFact({ tool: 'half \uD83D of a pair', error: 'nul \0 inside', input: { text: '\uDE00 \0 😀' } }))
    expect(await audit.verify()).toMatchObject({ ok: true, records: 1 })
  })
})
