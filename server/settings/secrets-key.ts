import { join } from 'node:path'
import { KEY_BYTES, loadKeyFile } from './key-file'

/**
 * The encryption keys of stored secrets, kept outside the database so that a copy of it reveals nothing. Each encryption key is
 * one line of base64url; the first seals, the others still open what they once sealed. Created on the first start.
 */
export function loadSecretsKeys(dataDirectory: string): Promise<readonly Buffer[]> {
  return loadKeyFile({
    file: join(dataDirectory, 'secrets.key'),
    name: 'secrets key',
    parse: parseKeys,
    consequence: 'stored API keys must then be typed again.',
  })
}

function parseKeys(text: string): readonly Buffer[] | undefined {
  const keys = text.split('\n').filter(Boolean).map(line => Buffer.from(line.trim(), 'base64url'))
  return keys.length > 0 && keys.every(key => key.length === KEY_BYTES) ? keys : undefined
}
