import { z } from 'zod'
import { capabilityOverrideSchema, settingSupportSchema } from './model-capabilities'
import { bandedPricesSchema, modelPricesSchema } from './model-prices'

/** What an admin chooses when adding a provider. Which ones there are, only the server knows: its register declares them. */
const providerKindSchema = z.string().trim().min(1).max(40)
export type ProviderKind = z.infer<typeof providerKindSchema>

export const modelCapabilitiesSchema = z.object({
  tools: z.boolean(),
  images: z.boolean(),
  reasoning: z.boolean(),
})

/** What an admin knows better about a model than the shipped tables. */
const modelOverrideSchema = z.object({
  capabilities: capabilityOverrideSchema.optional(),
  prices: modelPricesSchema.optional(),
})
export type ModelOverride = z.infer<typeof modelOverrideSchema>

/** Body of `PUT /api/model-overrides`; `<provider id>/*` speaks of all models of a provider. */
export const modelOverrideInputSchema = z.strictObject({
  model: z.string().trim().min(3).max(240).regex(/^[^/\s]+\/\S+$/, 'A model is named provider/model.'),
  ...modelOverrideSchema.shape,
}).refine(
  ({ capabilities, prices }) => capabilities !== undefined || prices !== undefined,
  'Provide capabilities, prices, or both.',
)
export type ModelOverrideInput = z.infer<typeof modelOverrideInputSchema>

/** One line of `GET /api/models`. */
export const modelListingSchema = z.object({
  /** `<provider id>/<model id>`; the model id may itself hold slashes. */
  id: z.string(),
  provider: z.string(),
  name: z.string(),
  contextWindow: z.number().int().optional(),
  capabilities: modelCapabilitiesSchema,
  /** What it takes of the model settings. */
  settings: settingSupportSchema,
  /** `null`: unknown. */
  prices: bandedPricesSchema.nullable(),
  /** The values that an administrator has set for it or for all models of its provider. */
  override: modelOverrideSchema.optional(),
  available: z.boolean(),
  /** Why it is not available, or why its provider gave no answer when it was last asked: in words for a person. */
  reason: z.string().optional(),
  /** Its provider is part of Patchbay, and no language model. */
  builtIn: z.literal(true).optional(),
})
export type ModelListing = z.infer<typeof modelListingSchema>

/** What `GET /api/models` says of each provider, also of one that has no models. */
export interface ModelProvider {
  readonly id: string
  readonly name: string
  /** Why it gave no answer when it was last asked. */
  readonly reason?: string
}

/** Answer of `GET /api/models`: the models stand in the order of their providers. */
export interface ModelCatalogueListing { readonly items: readonly ModelListing[], readonly providers: readonly ModelProvider[] }

/** A provider as the screen sees it: never a key, only its last four characters. */
export const providerListingSchema = z.object({
  id: z.string(),
  kind: providerKindSchema,
  kindLabel: z.string(),
  name: z.string(),
  baseUrl: z.string().optional(),
  /** Where it is called: the base URL or the official address. Absent: it runs inside Patchbay. */
  address: z.string().optional(),
  /** Which kind of server is behind the address, when an administrator has chosen it. */
  profile: z.string().optional(),
  keyHint: z.string().optional(),
  /** Where its key comes from; a short key has no hint. */
  key: z.enum(['stored', 'environment', 'not-required', 'none']),
  models: z.array(z.string()),
  /** From the environment (read-only here) or added by an admin. */
  origin: z.enum(['environment', 'admin', 'built-in']),
})
export type ProviderListing = z.infer<typeof providerListingSchema>

/** One line of `GET /api/provider-kinds`: a kind that an admin may add, and what to say and to ask for it. */
export interface ProviderKindListing {
  readonly kind: ProviderKind
  readonly label: string
  /** What it brings, in a few words. */
  readonly description: string
  /** Where it is called when an admin names no address. Absent: they must name one, and `ownServer` says how. */
  readonly officialBaseUrl?: string
  readonly ownServer?: { readonly exampleUrl: string, readonly addressHelp: string }
  readonly needsKey: boolean
  /** The environment variables that set such a provider without the screen, what it needs first. */
  readonly variables: readonly string[]
  /** Kinds of server that may stand behind the address, for an admin to choose from. */
  readonly profiles: readonly { readonly id: string, readonly label: string }[]
}

const providerName = z.string().trim().min(1).max(60)
const baseUrl = z.url({ protocol: /^https?$/ }).max(500)
const apiKey = z.string().trim().min(1).max(500)
const profile = z.string().trim().min(1).max(40)
const models = z.array(z.string().trim().min(1).max(200)).max(200)

export const providerInputSchema = z.strictObject({
  kind: providerKindSchema,
  name: providerName,
  baseUrl: baseUrl.optional(),
  profile: profile.optional(),
  apiKey: apiKey.optional(),
  models: models.optional(),
})
export type ProviderInput = z.infer<typeof providerInputSchema>

export const providerPatchSchema = z.strictObject({
  name: providerName.optional(),
  baseUrl: baseUrl.nullable().optional(),
  profile: profile.nullable().optional(),
  apiKey: apiKey.optional(),
  models: models.optional(),
})
export type ProviderPatch = z.infer<typeof providerPatchSchema>

/** `POST /api/providers/:id/check`: did the vendor accept the key, and what does it offer. */
export interface ProviderCheck { readonly ok: boolean, readonly message: string, readonly models: number }
