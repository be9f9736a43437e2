import type { ProviderInput, ProviderPatch } from '#shared/provider'
import { invalidField } from '#server/errors'
import type { ProviderRow } from '#server/ports/provider-store'
import type { Provider } from '#server/providers/provider'
import { bindKey, originOf, toKeyHint } from './configured-provider'
import type { SecretBox } from './secret-box'

interface ChangeContext {
  /** Of the provider's kind. */
  readonly adapter: Pick<Provider, 'setup'>
  readonly secretBox: SecretBox
  /** ISO 8601. */
  readonly at: string
}

/** The row that an admin's input asks for. */
export function createRow(input: ProviderInput, id: string, { adapter, secretBox, at }: ChangeContext): ProviderRow {
  const baseUrl = readBaseUrl(adapter, input.baseUrl ?? null)
  return {
    id,
    kind: input.kind,
    name: input.name,
    baseUrl,
    profile: input.profile ?? null,
    ...sealKey({ id, baseUrl }, input.apiKey, secretBox),
    models: [...new Set(input.models ?? [])],
    createdAt: at,
    updatedAt: at,
  }
}

/** The row after a patch. A key goes with its address: at a new one it would reach a server that it was not meant for. */
export function patchRow(row: ProviderRow, patch: ProviderPatch, { adapter, secretBox, at }: ChangeContext): ProviderRow {
  const baseUrl = patch.baseUrl === undefined ? row.baseUrl : readBaseUrl(adapter, patch.baseUrl)
  if (row.sealedKey !== null && patch.apiKey === undefined && originOf(baseUrl) !== originOf(row.baseUrl)) {
    throw invalidField('apiKey', 'Enter the API key again: the stored key is only valid for the old base URL.')
  }
  const key = patch.apiKey === undefined ? {} : sealKey({ id: row.id, baseUrl }, patch.apiKey, secretBox)
  return {
    ...row, name: patch.name ?? row.name, baseUrl, profile: patch.profile === undefined ? row.profile : patch.profile, ...key,
    models: patch.models ? [...new Set(patch.models)] : row.models, updatedAt: at,
  }
}

/** An id that can stand before the slash of a model id and is not used yet. */
export function chooseProviderId(name: string, usedIds: ReadonlySet<string>): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40) || 'provider'
  let id = plain
  for (let number = 2; usedIds.has(id); number++) id = `${plain}-${number}`
  return id
}

function sealKey(
  owner: Pick<ProviderRow, 'id' | 'baseUrl'>, apiKey: string | undefined, secretBox: SecretBox,
): Pick<ProviderRow, 'sealedKey' | 'keyHint'> {
  if (apiKey === undefined) return { sealedKey: null, keyHint: null }
  return { sealedKey: secretBox.seal(apiKey, bindKey(owner)), keyHint: toKeyHint(apiKey) ?? null }
}

/** The address as every URL parser reads it, so that the host on the screen is the host that is called. */
function readBaseUrl({ setup }: Pick<Provider, 'setup'>, text: string | null): string | null {
  const ownServer = setup.origin === 'addable' ? setup.ownServer : undefined
  if (text === null) {
    if (ownServer) {
      throw invalidField('baseUrl', `A provider of the kind "${setup.kind}" needs its address, such as ${ownServer.exampleUrl}.`)
    }
    return null
  }
  const url = new URL(text)
  if (url.username || url.password) {
    throw invalidField('baseUrl', 'The base URL must not contain credentials. Use the key field.')
  }
  if (url.search || url.hash) throw invalidField('baseUrl', 'The base URL must not contain "?" or "#".')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
