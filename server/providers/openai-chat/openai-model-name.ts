const GPT = /(?:^|\/)(?<brand>gpt|chatgpt)-(?<version>\d+(?:\.\d+)?[a-z]?)(?<rest>(?:-[a-z]+)*)(?:-\d{4}-\d{2}-\d{2})?$/
/** Sizes are written small; everything else is a name. */
const SIZES = new Set(['mini', 'nano'])

/** "GPT-5.4 mini" for an id of a GPT model, also one with a date or a gateway's prefix. */
export function nameGpt(id: string): string | undefined {
  const { brand, version, rest = '' } = GPT.exec(id)?.groups ?? {}
  if (!brand) return undefined
  const words = rest.split('-').filter(Boolean).map(word => SIZES.has(word) ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)
  return [`${brand === 'gpt' ? 'GPT' : 'ChatGPT'}-${version}`, ...words].join(' ')
}
