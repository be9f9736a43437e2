import type { FieldIssue } from '#shared/api-error'
import { AppError, invalidField } from '#server/errors'
import type { Provider, ProviderConnection, ResolvedModel } from '#server/providers/provider'
import type { ConfiguredProvider } from './configured-provider'
import { findPrices } from './describe-model'
import { hideKeys } from './hide-key'
import { findOverride } from './model-overrides'
import { listConfigured, type ProviderContext, requireAdapter } from './provider-context'
import { findKeyVariable } from './provider-kinds'

/** Finds who answers for `<provider id>/<model id>`. */
export async function resolveModel(context: ProviderContext, model: string): Promise<ResolvedModel> {
  const configured = await listConfigured(context)
  const slash = model.indexOf('/')
  const providerId = slash === -1 ? model : model.slice(0, slash)
  const modelId = slash === -1 ? '' : model.slice(slash + 1)
  const found = configured.find(({ id }) => id === providerId)
  if (!found) throw unknownProvider(context, providerId, configured)
  if (modelId === '') {
    throw invalidField('model', `"${model}" names no model. Write it as "${providerId}/<model>"; GET /api/models lists them.`)
  }
  const connection = connect(context, found)
  const adapter = requireAdapter(context, found)
  if (adapter.hasOnlyKnownModels) rejectUnknownModel(adapter, found, modelId)
  const override = findOverride(await context.overrides.list(), providerId, modelId)
  return {
    provider: hideKeys(adapter, context),
    connection,
    modelId,
    prices: findPrices(modelId, { adapter, configured: found, override, at: context.now() }),
    ...(override.capabilities && { capabilities: override.capabilities }),
  }
}

/** Address and key of a provider; throws when it needs a key that nobody has given. */
export function connect(context: ProviderContext, configured: ConfiguredProvider): ProviderConnection {
  const adapter = requireAdapter(context, configured)
  if (adapter.needsKey && !configured.hasKey) {
    const message = `"${configured.name}" has no API key. An admin can add it under Admin, Providers.`
    throw new AppError('invalid-request', message, { kind: 'auth', details: [{ field: 'model', message }] satisfies FieldIssue[] })
  }
  return { baseUrl: configured.baseUrl, apiKey: configured.readKey(), profile: configured.profile, name: configured.name }
}

function rejectUnknownModel({ knownModels }: Provider, { id, name }: ConfiguredProvider, modelId: string): void {
  if (knownModels.some(model => model.id === modelId)) return
  const known = knownModels.map(model => `"${id}/${model.id}"`).join(', ')
  throw invalidField('model', `"${name}" has no model "${modelId.slice(0, 60)}". It has: ${known}.`)
}

function unknownProvider({ adapters }: ProviderContext, id: string, configured: readonly ConfiguredProvider[]): AppError {
  const variable = findKeyVariable(adapters, id)
  const known = configured.map(provider => `"${provider.id}"`).join(', ')
  const hint = variable ? ` Add its key under Admin, Providers, or set ${variable} and restart.` : ''
  return invalidField('model', `There is no provider "${id.slice(0, 60)}".${hint} Known providers: ${known}.`)
}
