import type { RunView } from '#shared/run-view'

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
