import type { CapabilityOverride, SettingSupport } from '#shared/model-capabilities'
import { reasoningEffortSchema } from '#shared/model-settings'

/** One family of models. Matched against the id anywhere, because gateways put a vendor or a region before it. */
export interface ModelFamily {
  readonly models: RegExp
  readonly support: SettingSupport
}

/** What most models take: a model that no family names is taken to be able, and refuses by itself what it is not. */
export const TOLERANT: SettingSupport = {
  temperature: 'always',
  maxTemperature: 2,
  efforts: [...reasoningEffortSchema.options],
  thinking: 'effort',
  toolChoices: ['auto', 'required', 'none', 'named'],
  forcedWithEffort: true,
  parallelSwitch: true,
  toolsWithEffort: true,
}

/** The first family that the model belongs to; what none names takes the last one, which must match everything. */
export function findSupport(table: readonly ModelFamily[], model: string): SettingSupport {
  return table.find(({ models }) => models.test(model))?.support ?? TOLERANT
}

/** What an admin said about the model comes first, then the family, its own or the one it is said to be like. */
export function withOverride(
  find: (model: string) => SettingSupport, model: string, override: CapabilityOverride | undefined,
): SettingSupport {
  const { sameAs, tools: _tools, images: _images, reasoning: _reasoning, ...own } = override ?? {}
  return { ...find(sameAs ?? model), ...own }
}
