import type { RunView } from '#shared/run-view'

/** Tailwind's `xl`, with which the pane opens by itself: narrower, it would leave the chat too little. */
const OPEN_FROM_PX = 1280

/** Which run and which of its steps or calls the inspector shows; the newest run until another is asked for. */
export function useInspector(runs: Readonly<Ref<readonly RunView[]>>) {
  const { inspectorChoice: choice } = useShell()
  /** On narrow screens the inspector is a sheet, closed until asked for. */
  const isSheetOpen = ref(false)
  const chosenRun = ref<string | null>(null)
  const selected = ref<string | null>(null)
  const run = computed(() => runs.value.find(item => item.runId === chosenRun.value) ?? runs.value.at(-1) ?? null)

  const isAtLeast = (px: number) => window.matchMedia(`(min-width: ${px}px)`).matches
  const isWide = () => isAtLeast(1024)

  function show(runId: string) {
    if (run.value?.runId !== runId) selected.value = null
    chosenRun.value = runId
  }

  /** From a card in the transcript: it must not throw a sheet over what is being read. */
  function select(runId: string, key: string) {
    show(runId)
    selected.value = key
  }

  function open(runId: string) {
    show(runId)
    if (isWide()) choice.value = true
    else isSheetOpen.value = true
  }

  function toggle() {
    if (isWide()) choice.value = !(choice.value ?? isAtLeast(OPEN_FROM_PX))
    else isSheetOpen.value = !isSheetOpen.value
  }

  // A new run takes the place of the one that was looked at.
  watch(() => runs.value.at(-1)?.runId, () => {
    chosenRun.value = null
    selected.value = null
  })

  return { choice, isSheetOpen, run, selected, select, open, toggle }
}

/** `?call=` in the address, as the audit links to a call: shows it in the inspector once it is there, and its card in view. */
export function useCallLink(runs: Readonly<Ref<readonly RunView[]>>, select: (runId: string, callId: string) => void) {
  const wanted = useRoute().query.call
  if (typeof wanted !== 'string') return

  const stop = watch(runs, async (views) => {
    const run = views.find(view => view.calls[wanted])
    if (!run) return
    stop()
    // The newest run is shown when the list changes; only then can another one be asked for.
    await nextTick()
    select(run.runId, wanted)
    await nextTick()
    document.querySelector(`[data-call="${CSS.escape(wanted)}"]`)?.scrollIntoView({ block: 'center' })
  })
}
