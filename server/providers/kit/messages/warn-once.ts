import type { TranslationWarning } from '#shared/run-event'

/** One warning of a kind, for its first place: a history repeats what it holds in every later request. */
export function warnOnce(warnings: readonly TranslationWarning[]): readonly TranslationWarning[] {
  const kinds = new Map<string, TranslationWarning>()
  for (const warning of warnings) {
    const kind = JSON.stringify([warning.tool, warning.keyword, warning.action, warning.reason])
    if (!kinds.has(kind)) kinds.set(kind, warning)
  }
  return [...kinds.values()]
}
