import { randomBytes } from 'node:crypto'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSecretBox } from '#server/settings/secret-box'
import { loadSecretsKeys } from '#server/settings/secrets-key'
import { createTemporaryFolder } from '../../../support/temporary-folder'

const secret = 'sk-canary-0123456789'

describe('secret box', () => {
  it('opens what it sealed, and seals the same secret differently each time', () => {
    const box = createSecretBox([randomBytes(32)])
    const [first, second] = [box.seal(secret, 'a'), box.seal(secret, 'a')]
    expect([box.open(first, 'a'), box.open(second, 'a')]).toEqual([secret, secret])
    expect(first).not.toBe(second)
    expect(first).not.toContain(secret)
  })

  it('refuses a secret that was moved elsewhere [F013-A3]', () => {
    const box = createSecretBox([randomBytes(32)])
    expect(() => box.open(box.seal(secret, 'provider a'), 'provider b')).toThrow(/belongs to something else/)
  })

  it('refuses a secret with any bit flipped [F013-A3]', () => {
    const box = createSecretBox([randomBytes(32)])
    const [version, keyId, payload = ''] = box.seal(secret, 'a').split('.')
    const bytes = Buffer.from(payload, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(() => box.open([version, keyId, changed.toString('base64url')].join('.'), 'a')).toThrow(/was changed/)
    }
  })

  it.each(['', 'v1', 'v1..', 'nonsense', 'v2.x.y'])('refuses %j', (sealed) => {
    expect(() => createSecretBox([randomBytes(32)]).open(sealed, 'a')).toThrow(expect.objectContaining({ code: 'misconfigured' }))
  })

  it('says that another key was used [F013-A3]', () => {
    const sealed = createSecretBox([randomBytes(32)]).seal(secret, 'a')
    expect(() => createSecretBox([randomBytes(32)]).open(sealed, 'a')).toThrow(/another secrets\.key/)
  })

  it('still opens with an older key once a newer one stands before it', () => {
    const [older, newer] = [randomBytes(32), randomBytes(32)]
    const sealed = createSecretBox([older]).seal(secret, 'a')
    expect(createSecretBox([newer, older]).open(sealed, 'a')).toBe(secret)
  })
})

describe('secrets key', () => {
  it('is created once, for its owner alone, however many start at once', async () => {
    const folder = join(await createTemporaryFolder(), 'data')
    const boxes = await Promise.all(Array.from({ length: 8 }, async () => createSecretBox(await loadSecretsKeys(folder))))
    const sealed = boxes[0]!.seal(secret, 'a')
    expect(boxes.map(box => box.open(sealed, 'a'))).toEqual(boxes.map(() => secret))
    expect((await stat(join(folder, 'secrets.key'))).mode & 0o777).toBe(0o600)
  })

  it('is refused when others can read it, with the command that mends it', async () => {
    const folder = await createTemporaryFolder()
    await loadSecretsKeys(folder)
    await chmod(join(folder, 'secrets.key'), 0o640)
    await expect(loadSecretsKeys(folder)).rejects.toMatchObject({ code: 'misconfigured', message: expect.stringContaining('chmod 600') })
  })

  it('is refused, and left as it is, when it is damaged', async () => {
    const folder = await createTemporaryFolder()
    const file = join(folder, 'secrets.key')
    await writeFile(file, 'short\n', { mode: 0o600 })
    await expect(loadSecretsKeys(folder)).rejects.toMatchObject({ code: 'misconfigured' })
    expect(await readFile(file, 'utf8')).toBe('short\n')
  })

  it('is refused when its place cannot be used', async () => {
    const folder = join(await createTemporaryFolder(), 'file')
    await writeFile(folder, '')
    await expect(loadSecretsKeys(folder)).rejects.toMatchObject({ code: 'misconfigured', message: expect.stringContaining('secrets.key') })
  })
})
