import type { SettingSupport } from '#shared/model-capabilities'
import { TOLERANT } from '../kit/request/capability-table'
import { findChatSupport } from './openai-models'
import type { ServerProfile } from './profiles'

/** What a model takes on this kind of server: the server's own limits come on top of the model's. */
export function findServerSupport(profile: ServerProfile, model: string): SettingSupport {
  const support = profile.servesOpenAiModels ? findChatSupport(model) : TOLERANT
  return {
    ...support,
    ...(profile.efforts && { efforts: support.efforts.filter(effort => profile.efforts?.includes(effort)) }),
    ...(profile.efforts?.length === 0 && { thinking: 'none' as const }),
    toolChoices: support.toolChoices.filter(form => profile.toolChoices.has(form)),
    parallelSwitch: support.parallelSwitch && profile.sendsParallelToolCalls,
  }
}
