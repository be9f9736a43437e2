import type { ToolDefinition } from '#shared/tool'
import { splitClauses } from './split-clauses'

const WHAT_I_AM = 'I am Patchbay\'s demo: a small program with fixed rules, not a language model.'

const GREETING = /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|greetings|hallo|bonjour|moin)\b[\s\S]{0,30}$/i
const THANKS = /^\W*(?:thanks|thank you|thx|great|nice|cool|perfect|ok(?:ay)?|bye|goodbye)\b[\s\S]{0,30}$/i
const ABOUT = /\b(?:who|what) are you\b|\bwhat can you do\b|\bhow do you work\b|\bare you (?:an?|really|chatgpt|claude|gpt|gemini)\b|\b(?:which|what) (?:language )?model\b|\bwhat tools\b|\bwhich tools\b|^\W*help\b/i
const EXAMPLES: readonly (readonly [RegExp, string])[] = [
  [/query|sql/i, 'Look up Alice in the customer database, get her orders, and calculate the total'],
  [/weather/i, 'What is the weather in Paris and in Tokyo?'],
  [/write_file/i, 'Read notes/meeting.md, summarise it in 40 words, and write the summary to notes/summary.md'],
  [/calculat/i, 'What is 12.5% of 840?'],
  [/list_directory/i, 'List the files'],
]
const SHOWN_TOOLS = 12

/** The answer to small talk and to questions about the model itself; absent for anything else. */
export function introduce(request: string, tools: readonly ToolDefinition[]): string | undefined {
  if (ABOUT.test(request)) {
    return `${WHAT_I_AM} I pick from the tools that this chat offers by their names and descriptions, fill in their arguments `
      + `from your words, and tell you what came back. ${offer(tools)}`
  }
  // What follows a greeting or thanks may be a request: that is what is answered then.
  const isOneClause = splitClauses(request).length === 1
  if (isOneClause && GREETING.test(request)) return `Hello! ${WHAT_I_AM} ${offer(tools)}`
  if (isOneClause && THANKS.test(request)) return 'You are welcome.'
  return request.trim() === '' ? `The message holds no text that I could read. ${WHAT_I_AM} ${offer(tools)}` : undefined
}

/** Said when no offered tool fits the request. */
export function explainNoFit(tools: readonly ToolDefinition[]): string {
  const reason = tools.length > 0
    ? 'None of the tools in this chat fits your request, and I cannot answer from knowledge of my own.'
    : 'Without tools I cannot answer this.'
  return `${WHAT_I_AM} ${reason} ${offer(tools)}\n\nFor an answer to anything else, choose a language model in the model picker.`
}

/** Said when tools are offered and none may be called: by the chat's settings, or because a run has no step left for one. */
export function explainNoCalls(): string {
  return `${WHAT_I_AM} I may call no tool in this answer: the run has reached its limit, or the model settings say so. Ask again `
    + `with more steps, or let the model choose its tools.`
}

function offer(tools: readonly ToolDefinition[]): string {
  if (tools.length === 0) {
    return 'No tools are switched on for this chat. Switch some on in the tool picker - the database, files, weather or '
      + 'calculator, for example - and ask again.'
  }
  const names = tools.slice(0, SHOWN_TOOLS).map(tool => `\`${tool.name}\``).join(', ')
  const more = tools.length > SHOWN_TOOLS ? ` and ${tools.length - SHOWN_TOOLS} more` : ''
  const examples = EXAMPLES.filter(([pattern]) => tools.some(tool => pattern.test(tool.name))).map(([, example]) => `- ${example}`)
  return `Switched on are ${names}${more}.${examples.length > 0 ? `\n\nYou could ask:\n${examples.join('\n')}` : ''}`
}
