/** A run in the tree of its conversation. */
export interface RunNode {
  readonly id: string
  /** The run that it follows; `null`: it begins the conversation. */
  readonly parent: string | null
}

/** The runs that lead to one of them, itself included, oldest first: what its model is given and what a reader sees. */
export function pathTo<Node extends RunNode>(runs: readonly Node[], id: string | undefined): readonly Node[] {
  const byId = new Map(runs.map(run => [run.id, run]))
  const path: Node[] = []
  for (let run = byId.get(id ?? ''); run; run = byId.get(run.parent ?? '')) path.unshift(run)
  return path
}
