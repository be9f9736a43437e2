const GEMINI = /(?:^|\/)gemini-(?<version>\d+(?:\.\d+)?)(?<rest>(?:-[a-z]+)*)(?:-(?:\d{3}|\d{2}-\d{2,4}))?$/

/** "Gemini 3.5 Flash-Lite" for an id of a Gemini model, also one with a date or a gateway's prefix. */
export function nameGemini(id: string): string | undefined {
  const { version, rest = '' } = GEMINI.exec(id)?.groups ?? {}
  if (!version) return undefined
  const words = rest.split('-').filter(Boolean).map(word => `${word[0]?.toUpperCase()}${word.slice(1)}`)
  return `Gemini ${[version, ...words].join(' ').replace('Flash Lite', 'Flash-Lite')}`
}
