/** `claude-opus-4-6`, `claude-3-5-sonnet`: the family may stand before or after its version; gateways put more around it. */
const CLAUDE = /(?:^|[./])claude-(?:(?<first>[a-z]+)-)?(?<major>\d{1,2})(?:[.-](?<minor>\d{1,2}))?(?:-(?<last>[a-z]+))?(?:[-@](?:\d{8}|latest|v\d).*)?$/

/** "Claude Opus 4.6" for an id of a Claude model, also one with a date or a gateway's prefix. */
export function nameClaude(id: string): string | undefined {
  const { first, major, minor, last } = CLAUDE.exec(id)?.groups ?? {}
  const family = first ?? (last === 'latest' ? undefined : last)
  if (!family || (first && last && last !== 'latest')) return undefined
  const version = minor ? `${major}.${minor}` : major
  return `Claude ${family[0]?.toUpperCase()}${family.slice(1)} ${version}`
}
