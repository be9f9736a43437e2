import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadAuditKeys } from '#server/settings/audit-key'
import { createTemporaryFolder } from '../../../support/temporary-folder'

const SEED = Buffer.alloc(32, 7)
const PUBLIC_KEY = 'ab'.repeat(32)

describe('audit key', () => {
  it('is created once beside the database, for its owner alone [F007-A27]', async () => {
    const dataDirectory = join(await createTemporaryFolder(), 'data')
    const first = await loadAuditKeys({ dataDirectory })
    expect([first.seeds.map(seed => seed.length), first.trustedPublicKeys]).toEqual([[32], []])
    expect(await loadAuditKeys({ dataDirectory })).toEqual(first)
    expect((await stat(join(dataDirectory, 'audit.key'))).mode & 0o777).toBe(0o600)
  })

  it('comes from the environment instead, and then no file is made [F007-A27]', async () => {
    const dataDirectory = await createTemporaryFolder()
    for (const auditKey of [SEED.toString('base64'), SEED.toString('base64url')]) {
      expect(await loadAuditKeys({ dataDirectory, auditKey })).toEqual({ seeds: [SEED], trustedPublicKeys: [] })
    }
    expect(await readdir(dataDirectory)).toEqual([])
  })

  it('may be followed by earlier keys, and by public halves of lost ones', async () => {
    const dataDirectory = await createTemporaryFolder()
    const entries = [SEED, Buffer.alloc(32, 8)].map(seed => seed.toString('base64url'))
    const expected = { seeds: [SEED, Buffer.alloc(32, 8)], trustedPublicKeys: [PUBLIC_KEY] }
    await writeFile(join(dataDirectory, 'audit.key'), `${entries.join('\n')}\npublic:${PUBLIC_KEY}\n`, { mode: 0o600 })
    expect(await loadAuditKeys({ dataDirectory })).toEqual(expected)
    expect(await loadAuditKeys({ dataDirectory, auditKey: [...entries, `public:${PUBLIC_KEY}`].join(',') })).toEqual(expected)
  })

  it.each(['short', `${'A'.repeat(44)}`, `public:${PUBLIC_KEY}`, `${SEED.toString('base64')},short`, 'A'.repeat(42)])(
    'stops the start when PATCHBAY_AUDIT_KEY is %j, and does not repeat it [F007-A27]',
    async (auditKey) => {
      const error: unknown = await loadAuditKeys({ dataDirectory: await createTemporaryFolder(), auditKey })
        .catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({
        code: 'misconfigured',
        message: expect.stringMatching(/^PATCHBAY_AUDIT_KEY holds no valid key\. Set it to 32 random bytes in base64/),
      })
      expect(String(error)).not.toContain(auditKey)
    },
  )

  it('is refused when others can read it, or when it is damaged, and left as it is', async () => {
    const dataDirectory = await createTemporaryFolder()
    const file = join(dataDirectory, 'audit.key')
    await writeFile(file, 'short\n', { mode: 0o600 })
    await expect(loadAuditKeys({ dataDirectory })).rejects.toMatchObject({
      code: 'misconfigured', message: expect.stringContaining('its public key is added'),
    })
    expect(await readFile(file, 'utf8')).toBe('short\n')
    await chmod(file, 0o644)
    await expect(loadAuditKeys({ dataDirectory })).rejects.toMatchObject({ message: expect.stringContaining('chmod 600') })
  })
})
