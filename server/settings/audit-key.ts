import { join } from 'node:path'
import type { Config } from '#server/config'
import { AppError } from '#server/errors'
import { loadKeyFile } from './key-file'

export interface AuditKeys {
  /** 32 bytes each. The first signs the audit log; what the others signed earlier is still trusted. */
  readonly seeds: readonly Buffer[]
  /** Ed25519, hexadecimal: of keys that signed earlier and are lost. */
  readonly trustedPublicKeys: readonly string[]
}

/** 32 bytes. */
const SEED = /^[\w+/-]{43}=?$/
const PUBLIC_KEY = /^public:([0-9a-f]{64})$/

/**
 * The keys of the audit log, from PATCHBAY_AUDIT_KEY or else from `audit.key` in the data folder, which is created on
 * the first start. Outside the database, so that an editor of the database cannot sign the result.
 */
export async function loadAuditKeys({ auditKey, dataDirectory }: Pick<Config, 'auditKey' | 'dataDirectory'>): Promise<AuditKeys> {
  if (auditKey === undefined) {
    return loadKeyFile({
      file: join(dataDirectory, 'audit.key'),
      name: 'audit key',
      parse: parseAuditKeys,
      consequence: 'what the old one signed is then reported until its public key is added to the file.',
    })
  }
  const keys = parseAuditKeys(auditKey)
  if (keys) return keys
  throw new AppError(
    'misconfigured',
    'PATCHBAY_AUDIT_KEY holds no valid key. Set it to 32 random bytes in base64, such as `openssl rand -base64 32` prints, '
    + 'or leave it empty to use audit.key in the data folder.',
  )
}

/** One per line or between commas: a key in base64, or after the first, `public:` and the public key of a lost one. */
function parseAuditKeys(text: string): AuditKeys | undefined {
  const [first = '', ...others] = text.split(/[\n,]/).map(entry => entry.trim()).filter(Boolean)
  const isValid = SEED.test(first) && others.every(entry => SEED.test(entry) || PUBLIC_KEY.test(entry))
  if (!isValid) return undefined
  const seeds = [first, ...others.filter(entry => SEED.test(entry))].map(entry => Buffer.from(entry, 'base64'))
  return { seeds, trustedPublicKeys: others.flatMap(entry => PUBLIC_KEY.exec(entry)?.[1] ?? []) }
}
