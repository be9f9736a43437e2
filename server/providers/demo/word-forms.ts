const STOP_WORDS = new Set((
  'a an and any are as at be but by can could did do does for from give has have help her here him his how i if in into is it its '
  + 'let like me much must my need now of on one only or our out over please so some than that the their them then there these they '
  + 'this those to us use using want was we were what when where which who whom whose why will with would you your also all just about'
).split(' '))

/** What people say for what tools are called. One direction: from the request's word to words of tool names. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  look: ['find', 'query', 'search'],
  find: ['search', 'query', 'get'],
  show: ['list', 'get', 'read'],
  open: ['read'],
  print: ['read'],
  save: ['write'],
  store: ['write'],
  put: ['write'],
  create: ['write'],
  grep: ['search'],
  compute: ['calculate'],
  temperature: ['weather'],
  forecast: ['weather'],
  rain: ['weather'],
  warm: ['weather'],
  cold: ['weather'],
  folder: ['directory'],
  file: ['directory'],
  note: ['file'],
  fetch: ['get'],
}

/** The stem of one English word: enough to bring plural and singular together, no more. */
export function toStem(word: string): string {
  const lower = word.toLowerCase().replace(/['’]s$/, '')
  if (lower.endsWith('ies') && lower.length > 4) return `${lower.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh)es$/.test(lower)) return lower.slice(0, -2)
  return lower.endsWith('s') && !/(?:ss|us|is)$/.test(lower) && lower.length > 3 ? lower.slice(0, -1) : lower
}

/** Splits prose, `snake_case`, `camelCase` and `kebab-case` alike. */
export function splitWords(text: string): string[] {
  return text.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^\p{L}\p{N}]+/u).filter(word => word !== '')
}

/** Stems that carry meaning, in order, without repeats. */
export function readKeywords(text: string): string[] {
  const stems = splitWords(text).filter(word => !STOP_WORDS.has(word.toLowerCase())).map(toStem)
  return [...new Set(stems)]
}

export function addSynonyms(stems: readonly string[]): string[] {
  return [...new Set(stems.flatMap(stem => [stem, ...(Object.hasOwn(SYNONYMS, stem) ? SYNONYMS[stem] ?? [] : [])]))]
}

/** Whether any of the text's words has one of these stems. */
export function mentions(text: string, ...stems: readonly string[]): boolean {
  const present = new Set(splitWords(text).map(toStem))
  return stems.some(stem => present.has(stem))
}
