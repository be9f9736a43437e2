import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CapabilityOverride } from '#shared/model-capabilities'
import type { ModelPrices } from '#shared/model-prices'
import type { ProviderKind } from '#shared/provider'

export const providers = sqliteTable('providers', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<ProviderKind>().notNull(),
  name: text('name').notNull(),
  baseUrl: text('base_url'),
  profile: text('profile'),
  sealedKey: text('sealed_key'),
  keyHint: text('key_hint'),
  models: text('models', { mode: 'json' }).$type<readonly string[]>().notNull(),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
})

/** What an admin knows better than the shipped tables; `model` is `<provider id>/<model id>`. */
export const modelOverrides = sqliteTable('model_overrides', {
  model: text('model').primaryKey(),
  capabilities: text('capabilities', { mode: 'json' }).$type<CapabilityOverride>(),
  prices: text('prices', { mode: 'json' }).$type<ModelPrices>(),
  updatedAt: text('updated_at').notNull(),
})
