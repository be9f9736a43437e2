import MiniSearch from 'minisearch'
import type { ToolDefinition } from '#shared/tool'
import { readEntities } from './read-entities'
import { addSynonyms, readKeywords, splitWords, toStem } from './word-forms'

export interface ToolMatch {
  readonly tool: ToolDefinition
  readonly score: number
}

/** Verbs that begin half of all tool names: alone they say nothing about which tool is meant. */
const WEAK_STEMS = new Set((
  'get list find search query read write show look fetch run make create update set add file data name '
  + 'value id'
).split(' '))
const TYPO_LENGTH = 6

/** The offered tools that the text is about, best first; empty when it is about none of them. */
export function chooseTools(tools: readonly ToolDefinition[], text: string): ToolMatch[] {
  const wanted = addSynonyms([...readKeywords(text), ...readHints(text)])
  if (wanted.length === 0 || tools.length === 0) return []
  const byName = new Map(tools.map(tool => [tool.name, tool]))
  return createIndex(tools).search(wanted.join(' ')).flatMap((result) => {
    const tool = byName.get(String(result.id))
    return tool && isConvincing(result.match) ? [{ tool, score: result.score }] : []
  })
}

function createIndex(tools: readonly ToolDefinition[]): MiniSearch {
  const index = new MiniSearch({
    fields: ['name', 'description', 'properties'],
    tokenize: splitWords,
    processTerm: toStem,
    searchOptions: {
      boost: { name: 5, description: 1.5 },
      fuzzy: term => term.length >= TYPO_LENGTH ? 0.2 : false,
    },
  })
  index.addAll(tools.map(tool => ({
    id: tool.name,
    name: `${tool.name} ${tool.title ?? ''}`,
    description: tool.description,
    properties: Object.keys(readProperties(tool)).join(' '),
  })))
  return index
}

export function readProperties(tool: ToolDefinition): Readonly<Record<string, unknown>> {
  const properties = tool.inputSchema.properties
  return typeof properties === 'object' && properties !== null ? { ...properties } : {}
}

const ASKS_WHAT_IT_HOLDS = /\bwhat(?:'s|’s|\s+is|\s+does|\s+stands)\b|\bcontents\b/i

/** A path in the request is about files even when the word "file" is missing, and who asks what a file holds wants to read it. */
function readHints(text: string): string[] {
  const { paths, urls, emails } = readEntities(text)
  const aboutFile = ASKS_WHAT_IT_HOLDS.test(text) && paths.some(path => !path.endsWith('/')) ? ['file', 'read'] : ['file']
  return [...paths.length > 0 ? aboutFile : [], ...urls.length > 0 ? ['url', 'web', 'fetch'] : [], ...emails.length > 0 ? ['email'] : []]
}

/** One telling word in the name, or a verb and its object there, or two telling words elsewhere. */
function isConvincing(match: Readonly<Record<string, readonly string[]>>): boolean {
  const terms = Object.entries(match)
  const inName = terms.filter(([, fields]) => fields.includes('name')).map(([term]) => term)
  const telling = terms.filter(([term]) => !WEAK_STEMS.has(term))
  return inName.some(term => !WEAK_STEMS.has(term)) || inName.length > 1 || telling.length > 1
}
