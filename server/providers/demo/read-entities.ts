import { splitWords } from './word-forms'

/** What a sentence names outright. Every list keeps the order of the sentence. */
export interface Entities {
  readonly quoted: readonly string[]
  readonly paths: readonly string[]
  readonly urls: readonly string[]
  readonly emails: readonly string[]
  readonly dates: readonly string[]
  readonly numbers: readonly number[]
  /** Capitalised words that are not merely the start of the sentence: people, cities, products. */
  readonly properNouns: readonly string[]
  /** What follows in, at, near or for, as written; cities are often typed in lower case. */
  readonly places: readonly string[]
}

// Each begins where a run of its characters begins, and never inside one: that would read a long run once for each of its characters.
const QUOTED = /"([^"]+)"|“([^“”]+)”|`([^`]+)`|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu
const URL_PATTERN = /https?:\/\/[^\s"'<>]+[^\s"'<>.,;:!?)]/g
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]*\w/g
const DATE = /\b\d{4}-\d{2}-\d{2}\b/g
const PATH = /(?<![\w/.-])(?:\.{0,2}\/)?(?:[\w-][\w.-]*\/)*[\w-][\w.-]*(?:\/|\.[A-Za-z][A-Za-z0-9]{0,5})(?![\w/])/g
const NUMBER = /(?<![\p{L}\p{N}_.-])-?\d+(?:,\d{3})*(?:\.\d+)?(?![\p{L}\p{N}_])/gu
const PROPER_NOUN = /\p{Lu}[\p{L}’-]*(?:'(?!s\b)\p{L}+)?(?:\s+\p{Lu}[\p{L}’-]+)*/gu
const PLACE = /\b(?:in|at|near|for)\s+([\p{L}][\p{L}'-]+)/giu

/** Words that start a sentence with a capital without naming anybody. */
const SENTENCE_WORDS = new Set((
  'a an the i what which who whom whose where when why how is are was were do does did can could will would should please and or then '
  + 'also if in on at for to from of with by it its this that these those my your his her their our us we you me him them '
  + 'look find get list show read write search calculate compute add sum save store open print count summarise summarize tell give '
  + 'create make put use run call fetch check query select compare sort convert translate send delete remove update set hi hello '
  + 'hey thanks thank ok okay yes no now next after first finally let weather todo sql json csv api mcp utc'
).split(' '))
const NOT_A_PLACE = new Set((
  'the a an my your his her their our all each every me us it this that these those total order file '
  + 'words customer customers'
).split(' '))

export function readEntities(text: string): Entities {
  const quoted = [...text.matchAll(QUOTED)].map(match => match.slice(1).find(group => group !== undefined) ?? '')
  // What is inside quotes, addresses and paths must not be read a second time as names and numbers.
  const urls = text.match(URL_PATTERN) ?? []
  const withoutUrls = blank(text, URL_PATTERN)
  const emails = withoutUrls.match(EMAIL) ?? []
  const withoutEmails = blank(withoutUrls, EMAIL)
  const paths = withoutEmails.match(PATH) ?? []
  const bare = blank(blank(withoutEmails, QUOTED), PATH)
  return {
    quoted,
    urls,
    emails,
    paths,
    dates: bare.match(DATE) ?? [],
    numbers: (blank(bare, DATE).match(NUMBER) ?? []).map(number => Number(number.replaceAll(',', ''))),
    properNouns: readProperNouns(bare),
    places: [...bare.matchAll(PLACE)].map(match => match[1] ?? '').filter(place => !NOT_A_PLACE.has(place.toLowerCase())),
  }
}

function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, match => ' '.repeat(match.length))
}

function readProperNouns(text: string): string[] {
  const found = [...text.matchAll(PROPER_NOUN)].map(match => trimSentenceWords(match[0].replace(/[’']s$/, '')))
  return [...new Set(found.filter(noun => noun.length > 1))]
}

/** "Get Alice Martin" is one run of capitals, but only the last two words are a name. */
function trimSentenceWords(run: string): string {
  const words = run.split(/\s+/)
  while (words[0] && SENTENCE_WORDS.has(words[0].replace(/[’']s$/, '').toLowerCase())) words.shift()
  return words.join(' ')
}

/** Proper nouns that say nothing new beside the given words, such as a tool's or a table's name, are left out. */
export function withoutKnownWords(nouns: readonly string[], known: ReadonlySet<string>): string[] {
  return nouns.filter(noun => !splitWords(noun).every(word => known.has(word.toLowerCase())))
}
