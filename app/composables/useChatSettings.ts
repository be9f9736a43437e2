import { useDebounceFn, useLocalStorage } from '@vueuse/core'
import type { Conversation } from '#shared/conversation'
import type { ToolSelection } from '#shared/tool'
import type { ChatSettings, ShownChatSettings } from '~/utils/chat-input'
import { pickModel } from '~/utils/group-models'
import { namesOf } from '~/utils/tool-selection'

const TYPING_RESTS_MS = 500
const ALL_TOOLS: ToolSelection = { mode: 'all' }

/** Model, tools, settings and system prompt of one chat: what it was last given, else the default. */
export function useChatSettings(conversation: () => Conversation | null) {
  const api = useApi()
  const { items: models } = useModels()
  const { items: tools } = useTools()
  const { defaultModel, demoSuccessor, setDefaultModel } = useDefaultModel()
  const chosen = shallowRef<Partial<ChatSettings>>({})

  /** Never those of another chat: a forgotten limit would cut answers short for no visible reason. */
  const current = computed<ShownChatSettings>(() => {
    const { model = defaultModel.value, tools = ALL_TOOLS, settings = {}, system = '' } = { ...conversation(), ...chosen.value }
    return { model: pickModel(models.value, model), tools, settings, system }
  })
  /** What the next run is started with; `null` without a model. */
  const ready = computed<ChatSettings | null>(() => {
    const { model, ...others } = current.value
    return model === null ? null : { model, ...others }
  })
  const toolNames = computed(() => namesOf(current.value.tools, tools.value))

  /** A lost write costs nothing: the next run carries them and the server keeps what it was given. */
  function keep(patch: Partial<ChatSettings>) {
    const id = conversation()?.id
    if (id) void api(`/api/conversations/${id}`, { method: 'PATCH', body: patch }).catch(() => undefined)
  }
  const keepSystem = useDebounceFn(() => keep({ system: current.value.system }), TYPING_RESTS_MS)

  function change(patch: Partial<ChatSettings>) {
    chosen.value = { ...chosen.value, ...patch }
    if (patch.model !== undefined) setDefaultModel(patch.model)
    if (patch.system === undefined) keep(patch)
    else void keepSystem()
  }

  return { current, ready, toolNames, demoSuccessor, change }
}

/** The model that new chats begin with. This browser keeps it, so that a provider that is added later does not change it. */
export function useDefaultModel() {
  const { items, providers, nameOf } = useModels()
  const kept = useLocalStorage<string | null>('patchbay:model', null, { initOnMounted: true })
  /** The demo model was the default for lack of any other. */
  const demoStoodIn = useLocalStorage('patchbay:demo-stood-in', false, { initOnMounted: true })

  /** Never kept, or its provider is gone. */
  const isToChoose = computed(() => providers.value.length > 0 && !providers.value.some(({ id }) => kept.value?.startsWith(`${id}/`)))
  const defaultModel = computed(() => isToChoose.value ? pickModel(items.value, null) : kept.value)
  /** The name of the model that took the demo model's place by itself, until it is confirmed or another is picked. */
  const demoSuccessor = computed(() => demoStoodIn.value && kept.value ? nameOf(kept.value) : null)

  onMounted(() => watch(items, () => {
    if (!isToChoose.value) return
    const isDemo = items.value.some(({ id, builtIn }) => id === defaultModel.value && builtIn)
    if (isDemo) demoStoodIn.value = true
    kept.value = isDemo ? null : defaultModel.value
  }, { immediate: true }))

  function setDefaultModel(id: string) {
    kept.value = id
    demoStoodIn.value = false
  }

  return { defaultModel, demoSuccessor, setDefaultModel }
}
