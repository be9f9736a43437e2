import type { InputIssue, ToolOutcome } from '#shared/tool-outcome'

/** Issues by the field of the top level that they lie in; those of the whole, or of no field, under the empty name. */
export function issuesByField(outcome: ToolOutcome | undefined, names: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const grouped: Record<string, string[]> = {}
  if (outcome?.status !== 'invalid-input') return grouped
  for (const issue of outcome.issues) {
    const field = fieldOf(issue)
    const place = names.includes(field) ? field : ''
    grouped[place] = [...grouped[place] ?? [], toSentence(issue, place)]
  }
  return grouped
}

function fieldOf({ path }: InputIssue): string {
  return (path.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
}

function toSentence({ path, expected, got }: InputIssue, place: string): string {
  const inner = place ? path.slice(place.length + 1) : path
  return `${inner ? `${inner}: ` : ''}expected ${expected}; got ${got}`
}
