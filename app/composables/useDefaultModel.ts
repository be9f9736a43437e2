import { useLocalStorage } from '@vueuse/core'
import { pickModel } from '~/utils/group-models'

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
