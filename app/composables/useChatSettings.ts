import { useDebounceFn, useLocalStorage } from '@vueuse/core'
import type { Conversation } from '#shared/conversation'
import type { ModelSettings } from '#shared/model-settings'
import type { ToolSelection } from '#shared/tool'
import { pickModel } from '~/utils/group-models'
import { namesOf } from '~/utils/tool-selection'

const TYPING_RESTS_MS = 500

/** Model, tools, settings and system prompt of one chat: what it was last given, else the default. */
export function useChatSettings(conversation: () => Conversation | null) {
  const api = useApi()
  const { items: models } = useModels()
  const { items: tools } = useTools()
  const { defaultModel, demoSuccessor, setDefaultModel } = useDefaultModel()
  const chosenModel = ref<string | null>(null)
  const chosenTools = shallowRef<ToolSelection | null>(null)
  const chosenSettings = shallowRef<ModelSettings | null>(null)
  const chosenSystem = ref<string | null>(null)

  const model = computed(() => pickModel(models.value, chosenModel.value ?? conversation()?.model ?? defaultModel.value))
  const selection = computed<ToolSelection>(() => chosenTools.value ?? conversation()?.tools ?? { mode: 'all' })
  /** Never those of another chat: a forgotten limit would cut answers short for no visible reason. */
  const settings = computed<ModelSettings>(() => chosenSettings.value ?? conversation()?.settings ?? {})
  const system = computed(() => chosenSystem.value ?? conversation()?.system ?? '')
  const toolNames = computed(() => namesOf(selection.value, tools.value))

  /** A lost write costs nothing: the next run carries them and the server keeps what it was given. */
  function keep(
    patch: { readonly model?: string, readonly tools?: ToolSelection, readonly settings?: ModelSettings, readonly system?: string },
  ) {
    const id = conversation()?.id
    if (id) void api(`/api/conversations/${id}`, { method: 'PATCH', body: patch }).catch(() => undefined)
  }

  function setModel(id: string) {
    chosenModel.value = id
    setDefaultModel(id)
    keep({ model: id })
  }

  function setSelection(next: ToolSelection) {
    chosenTools.value = next
    keep({ tools: next })
  }

  function setSettings(next: ModelSettings) {
    chosenSettings.value = next
    keep({ settings: next })
  }

  const keepSystem = useDebounceFn(() => keep({ system: system.value }), TYPING_RESTS_MS)
  function setSystem(next: string) {
    chosenSystem.value = next
    void keepSystem()
  }

  return { model, selection, settings, system, toolNames, demoSuccessor, setModel, setSelection, setSettings, setSystem }
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
