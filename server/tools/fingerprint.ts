import { createHash } from 'node:crypto'
import { stringify } from 'safe-stable-stringify'
import type { ToolDefinition } from '#shared/tool'

/** SHA-256 of a JSON value, independent of the order of its keys; hexadecimal. */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(stringify(value) ?? 'undefined').digest('hex')
}

/** Identifies a definition, so that an approval is valid for it alone: a change of name, text, schema or hints changes the hash. */
export function fingerprintTool(definition: ToolDefinition): string {
  return hashJson(definition)
}
