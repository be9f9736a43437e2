import { pathTo, type RunNode } from '#shared/run-path'
import type { RunView } from '#shared/run-view'

interface StoredRun extends RunNode { readonly view: RunView }

/** All runs of a conversation, and of them the branch that leads to the newest. */
export function useRunTree() {
  // Apart, because the views change with every frame of an answer and the nodes only with a new run.
  const nodes = shallowRef<readonly RunNode[]>([])
  const views = shallowRef<ReadonlyMap<string, RunView>>(new Map())
  const path = computed(() => pathTo(nodes.value, nodes.value.at(-1)?.id))
  const viewsOf = (some: readonly RunNode[]) => some.flatMap(({ id }) => views.value.get(id) ?? [])
  const runs = computed(() => viewsOf(path.value))
  /** With those that a repeated turn has replaced. */
  const allRuns = computed(() => viewsOf(nodes.value))
  /** By run: those that it was started in place of, oldest first. */
  const earlierAttempts = computed<ReadonlyMap<string, readonly string[]>>(() => new Map(path.value.map(({ id, parent }) => {
    const siblings = nodes.value.filter(node => node.parent === parent).map(node => node.id)
    return [id, siblings.slice(0, siblings.indexOf(id))]
  })))

  /** Whether the run that it follows is here: otherwise somebody else has gone on in this conversation. */
  function add(view: RunView, parent: string | null): boolean {
    update(view)
    nodes.value = [...nodes.value, { id: view.runId, parent }]
    return parent === null || views.value.has(parent)
  }

  function update(view: RunView) {
    views.value = new Map([...views.value, [view.runId, view]])
  }

  /** What has been folded here already may be ahead of what is stored: it is kept. */
  function load(stored: readonly StoredRun[]) {
    views.value = new Map(stored.map(({ id, view }) => {
      const held = views.value.get(id)
      return [id, held && held.lastSequence >= view.lastSequence ? held : view]
    }))
    nodes.value = stored.map(({ id, parent }) => ({ id, parent }))
  }

  const find = (runId: string) => views.value.get(runId)
  const parentOf = (runId: string) => nodes.value.find(node => node.id === runId)?.parent ?? null

  return { runs, allRuns, earlierAttempts, find, parentOf, add, update, load }
}
