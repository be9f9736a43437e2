import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AuditCheckpoint } from '#shared/audit-checkpoint'
import { hashCheckpoint, hasRightSignature, parseCheckpointLine, signCheckpoint, toCheckpointLine } from '#server/audit/checkpoint'
import { CheckpointService } from '#server/audit/checkpoint-service'
import { createSigningKeys, isSignedBy } from '#server/audit/signing-keys'
import { buildAudit, buildSigning } from '../../../support/build-audit'
import { AT, buildDraft } from '../../../support/build-rows'
import { createTemporaryFolder } from '../../../support/temporary-folder'
import { createTestStore, openTestStore } from '../../../support/test-store'

const OWN_KEY = Buffer.alloc(32, 1)
const OTHER_KEY = Buffer.alloc(32, 2)

interface Setting {
  readonly file?: string
  readonly records?: number
  readonly database?: string
  readonly seeds?: readonly Buffer[]
  readonly trustedPublicKeys?: readonly string[]
}

/** A log whose checkpoints are made at the start and when the test says so. */
async function createLog({ records = 0, database, ...keys }: Setting = {}) {
  const { store, file } = database ? { store: await openTestStore(database), file: database } : await createTestStore()
  const checkpointFile = keys.file ?? join(await createTemporaryFolder(), 'audit-checkpoints.jsonl')
  const signing = buildSigning(store, { ...keys, file: checkpointFile })
  const printed: string[] = []
  const errors: string[] = []
  const service = new CheckpointService({
    ...signing, store: store.audit, now: () => new Date(AT), print: line => printed.push(line), onError: message => errors.push(message),
  })
  onTestFinished(() => service.close())
  // What the start signs is signed before a test appends anything.
  await service.sign({ onlyWhole: true })
  const append = (count: number) => store.audit.append(Array.from({ length: count }, () => buildDraft()))
  if (records > 0) await append(records)
  return {
    store, file, checkpointFile, service, printed, errors, append, signing, audit: buildAudit(store, [], signing),
    sign: () => service.sign({ onlyWhole: false }),
  }
}

type Log = Awaited<ReturnType<typeof createLog>>

/** Another connection to the file, with the triggers out of the way. */
function openIntruder(file: string): Sqlite.Database {
  const intruder = new Sqlite(file)
  onTestFinished(() => void intruder.close())
  for (const name of intruder.prepare('SELECT name FROM sqlite_master WHERE type = \'trigger\'').pluck()
    .all()) intruder.exec(`DROP TRIGGER ${String(name)}`)
  return intruder
}

/** What somebody does who edits the database and knows how the chain is made: all records anew, with right hashes. */
async function rewriteLog(log: Log, records: number): Promise<void> {
  const intruder = openIntruder(log.file)
  intruder.exec('DELETE FROM audit_log; DELETE FROM audit_payload')
  await log.store.audit.append(Array.from({ length: records }, () => buildDraft({ userName: 'Nobody' })))
}

const codesOf = async ({ audit }: Log) => (await audit.verify()).checkpointErrors.map(({ code }) => code)
const readLines = async (file: string) => (await readFile(file, 'utf8')).split('\n').filter(Boolean)

describe('signing the log', () => {
  test('covers each 1,000 records as they come, in segments that follow each other [F007-A24]', async () => {
    const { service, append, store } = await createLog()
    await append(999)
    await service.sign({ onlyWhole: true })
    expect(await store.checkpoints.list(0, 10)).toEqual([])
    await append(1)
    await vi.waitFor(async () => expect(await store.checkpoints.list(0, 10)).toHaveLength(1))
    await append(1500)
    await vi.waitFor(async () => expect(await store.checkpoints.list(0, 10)).toHaveLength(2))
    await service.close()
    const made = await store.checkpoints.list(0, 10)
    expect(made.map(({ n, firstSeq, lastSeq }) => [n, firstSeq, lastSeq])).toEqual([[1, 1, 1000], [2, 1001, 2000], [3, 2001, 2500]])
    expect(made.every(hasRightSignature)).toBe(true)
  })

  test('happens each 10 minutes, and not when nothing is new [F007-A24]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { store, service, append } = await createLog({ records: 3 })
    const lastSigned = async () => {
      await service.sign({ onlyWhole: true })
      return (await store.checkpoints.list(0, 10)).map(({ lastSeq }) => lastSeq)
    }
    vi.advanceTimersByTime(10 * 60_000 - 1)
    expect(await lastSigned()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(await lastSigned()).toEqual([3])
    vi.advanceTimersByTime(10 * 60_000)
    expect(await lastSigned()).toEqual([3])
    await append(1)
    vi.advanceTimersByTime(10 * 60_000)
    expect(await lastSigned()).toEqual([3, 4])
  })

  test('happens once more when the server is stopped [F007-A24]', async () => {
    const { service, audit } = await createLog({ records: 7 })
    expect(await audit.verify()).toMatchObject({ ok: true, unsignedTail: 7, checkpoints: { count: 0, lastSeq: 0, newestAt: null } })
    await service.close()
    expect(await audit.verify()).toMatchObject({ ok: true, unsignedTail: 0, checkpoints: { count: 1, lastSeq: 7, newestAt: AT } })
  })

  test('puts each checkpoint into the output and the file, which only its owner can read [F007-A24]', async () => {
    const { sign, append, store, printed, checkpointFile } = await createLog({ records: 2 })
    await sign()
    await append(1)
    await sign()
    const made = await store.checkpoints.list(0, 10)
    expect((await readLines(checkpointFile)).map(parseCheckpointLine)).toEqual(made)
    expect(printed).toEqual(made.map(checkpoint => `audit-checkpoint ${toCheckpointLine(checkpoint)}`))
    expect((await stat(checkpointFile)).mode & 0o777).toBe(0o600)
  })

  test('signs a long log that was never signed at the next start', async () => {
    const { store, file, service } = await createLog()
    await service.close()
    await store.audit.append(Array.from({ length: 2100 }, () => buildDraft()))
    const next = await createLog({ database: file })
    expect((await next.store.checkpoints.list(0, 10)).map(({ lastSeq }) => lastSeq)).toEqual([1000, 2000, 2100])
  })

  test('signs at the start what a crash left unsigned [F007-A60]', async () => {
    const crashed = await createLog({ records: 3 })
    expect(await crashed.audit.verify()).toMatchObject({ unsignedTail: 3 })
    const next = await createLog({ database: crashed.file, file: crashed.checkpointFile })
    expect(await next.audit.verify()).toMatchObject({ ok: true, unsignedTail: 0, checkpoints: { count: 1, lastSeq: 3 } })
    expect(next.printed).toHaveLength(1)
    expect(await readLines(crashed.checkpointFile)).toHaveLength(1)
  })

  test('writes to the file at the next start what a crash kept from it, after a torn line too', async () => {
    const first = await createLog({ records: 1 })
    await first.sign()
    await first.append(1)
    await first.service.close()
    const whole = await readFile(first.checkpointFile, 'utf8')
    await truncate(first.checkpointFile, whole.length - 200)
    expect(await first.audit.verify()).toMatchObject({ ok: true })
    const second = await createLog({ database: first.file, file: first.checkpointFile })
    await second.sign()
    expect((await readFile(first.checkpointFile, 'utf8')).endsWith(`\n${whole.split('\n')[1]}\n`)).toBe(true)
    expect(await second.audit.verify()).toMatchObject({ ok: true, checkpointErrors: [] })
    expect(await readLines(first.checkpointFile)).toHaveLength(3)
  })

  test('goes on while the file cannot be written, and catches up', async () => {
    const folder = await createTemporaryFolder()
    const { sign, append, store, errors, checkpointFile } = await createLog({
      records: 1, file: join(folder, 'later', 'audit-checkpoints.jsonl'),
    })
    await sign()
    await append(1)
    await sign()
    expect(await store.checkpoints.list(0, 10)).toHaveLength(2)
    expect(errors.length).toBeGreaterThan(0)
    await mkdir(join(folder, 'later'))
    await sign()
    expect(await readLines(checkpointFile)).toHaveLength(2)
  })

  test('refuses a log that was changed after its last checkpoint, and says so', async () => {
    const { sign, append, file, errors, store } = await createLog({ records: 5 })
    await sign()
    await append(3)
    openIntruder(file).exec('UPDATE audit_log SET user_name = \'Nobody\' WHERE seq = 7')
    await sign()
    expect(errors).toEqual([expect.stringMatching(/changed at record 7 \(its fields were changed\)/)])
    expect(await store.checkpoints.list(0, 10)).toHaveLength(1)
  })

  test('leaves a number to another instance that was faster, and signs what is left', async () => {
    const first = await createLog({ records: 2 })
    const { store, signing } = first
    let isFirst = true
    const late = new CheckpointService({
      ...signing,
      checkpoints: {
        ...store.checkpoints,
        append: async (checkpoint) => {
          if (isFirst) await first.sign()
          isFirst = false
          return store.checkpoints.append(checkpoint)
        },
      },
      store: store.audit, now: () => new Date(AT), print: () => {}, onError: message => expect.fail(message),
    })
    await late.close()
    expect((await store.checkpoints.list(0, 10)).map(({ lastSeq }) => lastSeq)).toEqual([2])
  })

  test.each([
    'UPDATE audit_checkpoint SET last_seq = 1', 'DELETE FROM audit_checkpoint',
    'INSERT OR REPLACE INTO audit_checkpoint SELECT * FROM audit_checkpoint',
  ])('makes checkpoints that refuse %s from any connection [F007-A3]', async (statement) => {
    const { sign, file } = await createLog({ records: 2 })
    await sign()
    const intruder = new Sqlite(file)
    onTestFinished(() => void intruder.close())
    expect(() => intruder.exec(statement)).toThrow('append-only')
  })
})

describe('verifying signatures', () => {
  test('counts the records after the last checkpoint as a fact, not as an error [F007-A25]', async () => {
    const { sign, append, audit, signing } = await createLog({ records: 5 })
    await sign()
    await append(3)
    expect(await audit.verify()).toMatchObject({
      ok: true, records: 8, unsignedTail: 3, checkpointErrors: [],
      checkpoints: { count: 1, lastSeq: 5, newestAt: AT, keyId: signing.keys.keyId },
    })
  })

  test('finds a log that was rewritten with right hashes [F007-A25]', async () => {
    const log = await createLog({ records: 6 })
    await log.sign()
    await rewriteLog(log, 6)
    const result = await log.audit.verify()
    expect(result.firstBad).toBeUndefined()
    expect(result).toMatchObject({
      ok: false, checkpointErrors: [{ code: 'not-as-signed', message: expect.stringContaining('Records 1 to 6') }],
    })
  })

  // The signer's key cannot be had; its own mistakes are what these show.
  test.each([
    [{ segmentRoot: '1'.repeat(64) }, 'not-as-signed'], [{ chainHead: '1'.repeat(64) }, 'not-as-signed'],
    [{ prevCheckpointHash: '1'.repeat(64) }, 'signature-wrong'], [{ firstSeq: 2 }, 'signature-wrong'],
  ] as const)('finds a checkpoint with a wrong %o although its signature is right', async (wrong, code) => {
    const log = await createLog({ records: 3 })
    await log.sign()
    const [checkpoint] = await log.store.checkpoints.list(0, 1)
    const changed = signCheckpoint({ ...checkpoint!, ...wrong }, log.signing.keys)
    const intruder = openIntruder(log.file)
    intruder.prepare('UPDATE audit_checkpoint SET first_seq = ?, segment_root = ?, chain_head = ?, prev_checkpoint_hash = ?, signature = ?')
      .run(changed.firstSeq, changed.segmentRoot, changed.chainHead, changed.prevCheckpointHash, changed.signature)
    await writeFile(log.checkpointFile, '')
    expect(await codesOf(log)).toEqual([code])
  })

  test('are chained with the signature, so that one more signature of the same fields is another checkpoint', async () => {
    const log = await createLog({ records: 3 })
    await log.sign()
    const [checkpoint] = await log.store.checkpoints.list(0, 1)
    expect(hashCheckpoint({ ...checkpoint!, signature: '1'.repeat(128) })).not.toBe(hashCheckpoint(checkpoint!))
  })

  test('finds a checkpoint that borrows the id of another key', async () => {
    const log = await createLog({ records: 3 })
    await log.sign()
    const [checkpoint] = await log.store.checkpoints.list(0, 1)
    const forger = createSigningKeys({ seeds: [OTHER_KEY], trustedPublicKeys: [] })
    expect(hasRightSignature(signCheckpoint(checkpoint!, forger))).toBe(true)
    expect(hasRightSignature(signCheckpoint(checkpoint!, { ...forger, keyId: log.signing.keys.keyId }))).toBe(false)
  })

  test.each([
    'n', 'first_seq', 'last_seq', 'segment_root', 'chain_head', 'prev_checkpoint_hash', 'created_at', 'key_id', 'public_key', 'signature',
  ])(
    'finds a checkpoint whose %s was changed [F007-A25]',
    async (column) => {
      const log = await createLog({ records: 6 })
      await log.sign()
      const numeric = ['n', 'first_seq', 'last_seq'].includes(column)
      openIntruder(log.file).exec(`UPDATE audit_checkpoint SET ${column} = ${numeric ? `${column} + 1` : `'${'a'.repeat(64)}'`}`)
      expect(await log.audit.verify()).toMatchObject({ ok: false })
      expect(await codesOf(log)).toContain('signature-wrong')
    },
  )

  test('finds a checkpoint that was taken out of the middle', async () => {
    const log = await createLog({ records: 1 })
    for (let round = 0; round < 3; round++) {
      await log.sign()
      await log.append(1)
    }
    openIntruder(log.file).exec('DELETE FROM audit_checkpoint WHERE n = 2')
    expect(await codesOf(log)).toEqual(expect.arrayContaining(['signature-wrong', 'checkpoint-missing']))
  })

  test('finds a cut tail by the checkpoints of the database alone [F007-A25]', async () => {
    const log = await createLog({ records: 6 })
    await log.sign()
    await log.append(3)
    await log.sign()
    await writeFile(log.checkpointFile, '')
    openIntruder(log.file).exec('DELETE FROM audit_log WHERE seq > 7')
    expect(await log.audit.verify()).toMatchObject({
      ok: false, records: 7, unsignedTail: 0,
      checkpointErrors: [{ code: 'shorter-than-signed-head', message: expect.stringMatching(/ends at record 7, .* up to 9/) }],
    })
  })

  test('finds an emptied database by the file alone [F007-A25]', async () => {
    const log = await createLog({ records: 6 })
    await log.sign()
    openIntruder(log.file).exec('DELETE FROM audit_log; DELETE FROM audit_payload; DELETE FROM audit_checkpoint')
    expect(await log.audit.verify()).toMatchObject({ ok: false, records: 0, checkpointErrors: [{ code: 'shorter-than-signed-head' }] })
  })

  test('finds an older copy of the database that was put back, by the file, also once it has grown again [F007-A25]', async () => {
    const log = await createLog({ records: 4 })
    await log.sign()
    const copy = `${log.file}.copy`
    await new Sqlite(log.file).backup(copy)
    await log.append(4)
    await log.sign()
    const older = await createLog({ database: copy, file: log.checkpointFile })
    expect(await older.audit.verify()).toMatchObject({ ok: false, records: 4, checkpointErrors: [{ code: 'shorter-than-signed-head' }] })
    await older.store.audit.append(Array.from({ length: 9 }, () => buildDraft({ userName: 'Nobody' })))
    await older.sign()
    expect(await codesOf(older)).toEqual(['not-as-signed'])
  })

  test('finds checkpoints that are missing in the database while the records are all there', async () => {
    const log = await createLog({ records: 4 })
    await log.sign()
    openIntruder(log.file).exec('DELETE FROM audit_checkpoint')
    expect(await codesOf(log)).toEqual(['checkpoint-missing'])
  })

  test('finds a log that somebody signed with a key of their own, although every signature is right [F007-A26]', async () => {
    const log = await createLog({ records: 4 })
    await log.sign()
    await rewriteLog(log, 4)
    openIntruder(log.file).exec('DELETE FROM audit_checkpoint')
    await writeFile(log.checkpointFile, '')
    const forger = await createLog({ database: log.file, file: log.checkpointFile, seeds: [OTHER_KEY] })
    await forger.sign()
    expect(await log.audit.verify()).toMatchObject({
      ok: false, checkpointErrors: [{ code: 'signed-by-another-key', message: expect.stringContaining(forger.signing.keys.keyId) }],
    })
  })

  test('reports what a lost key signed until its public key is trusted, and signs on with the new one [F007-A26]', async () => {
    const log = await createLog({ records: 4 })
    await log.sign()
    const [{ publicKey }] = await log.store.checkpoints.list(0, 1) as [AuditCheckpoint]
    const again = { database: log.file, file: log.checkpointFile, seeds: [OTHER_KEY] }
    const withoutKey = await createLog(again)
    await withoutKey.append(2)
    await withoutKey.sign()
    expect(await withoutKey.audit.verify()).toMatchObject({
      ok: false, checkpoints: { count: 2, lastSeq: 6 }, checkpointErrors: [{ code: 'signed-by-another-key' }],
    })
    expect(
      (await (await createLog({ ...again, trustedPublicKeys: [publicKey] })).audit.verify()),
    ).toMatchObject({ ok: true, checkpointErrors: [] })
    expect(
      (await (await createLog({ ...again, seeds: [OTHER_KEY, OWN_KEY] })).audit.verify()),
    ).toMatchObject({ ok: true, checkpointErrors: [] })
  })

  test.each(['not a checkpoint', '{"n":1}', '{}'])('finds a line %j in the middle of the file', async (line) => {
    const log = await createLog({ records: 2 })
    await log.sign()
    await log.append(1)
    await log.sign()
    const [first, second] = await readLines(log.checkpointFile)
    await writeFile(log.checkpointFile, `${first}\n${line}\n${second}\n`)
    expect(await log.audit.verify()).toMatchObject({
      ok: false, checkpointErrors: [{ code: 'signature-wrong', message: 'Line 2 of the checkpoint file holds no checkpoint.' }],
    })
  })

  test('reports a file that cannot be read, and checks the rest [F007-A50]', async () => {
    const log = await createLog({ records: 2 })
    await log.sign()
    await rm(log.checkpointFile)
    await mkdir(log.checkpointFile)
    expect(await log.audit.verify()).toMatchObject({
      ok: false, records: 2, checkpoints: { count: 1 }, checkpointErrors: [
        { code: 'checkpoint-file-unreadable', message: expect.stringMatching(/could not be loaded \(not a regular file\).*move it away/) },
      ],
    })
    await rewriteLog(log, 2)
    expect(await codesOf(log)).toEqual(['checkpoint-file-unreadable', 'not-as-signed'])
  })

  test('reports a pipe in the place of the file at once, and goes on signing [F007-A50]', async () => {
    const log = await createLog({ records: 2 })
    await log.sign()
    await rm(log.checkpointFile)
    execFileSync('mkfifo', [log.checkpointFile])
    expect(await codesOf(log)).toEqual(['checkpoint-file-unreadable'])
    await log.append(1)
    await log.sign()
    expect(await log.store.checkpoints.list(0, 10)).toHaveLength(2)
    expect(log.errors).toHaveLength(1)
  })

  test('finds a changed line of the file', async () => {
    const log = await createLog({ records: 2 })
    await log.sign()
    await writeFile(log.checkpointFile, (await readFile(log.checkpointFile, 'utf8')).replace('"lastSeq":2', '"lastSeq":1'))
    expect(await codesOf(log)).toEqual(['signature-wrong', 'not-as-signed'])
  })

  test('still names the first bad record, and does not call a log short that it could not read to its end', async () => {
    const log = await createLog({ records: 6 })
    await log.sign()
    openIntruder(log.file).exec('UPDATE audit_log SET tool = \'x\' WHERE seq = 3')
    expect(await log.audit.verify()).toMatchObject({ ok: false, records: 2, firstBad: { seq: 3 }, checkpointErrors: [] })
  })

  test('checks many checkpoints and batches', async () => {
    const log = await createLog()
    for (let index = 0; index < 101; index++) {
      await log.append(1)
      await log.sign()
    }
    expect(await log.audit.verify()).toMatchObject({ ok: true, records: 101, unsignedTail: 0, checkpoints: { count: 101 } })
  })

  test('ends early when nobody waits for its result any more', async () => {
    const { audit } = await createLog({ records: 3 })
    await expect(audit.verify({ userId: 'alice', signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('signing keys', () => {
  test('are plain Ed25519 keys: what is signed with one is verified by any program that has the public half', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const { d, x } = privateKey.export({ format: 'jwk' })
    const keys = createSigningKeys({ seeds: [Buffer.from(d!, 'base64url')], trustedPublicKeys: [] })
    expect(keys.publicKey).toBe(Buffer.from(x!, 'base64url').toString('hex'))
    const signature = keys.sign(Buffer.from('text'))
    expect(isSignedBy(
      publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'), Buffer.from('text'), signature,
    )).toBe(true)
    expect(isSignedBy(keys.publicKey, Buffer.from('texT'), signature)).toBe(false)
  })
})
