export interface ExamplePrompt { readonly text: string, readonly note: string, readonly needs: readonly string[] }

/** Tried in this order. Each fits when all tools it names are on; the last ones need none. */
const EXAMPLES: readonly ExamplePrompt[] = [
  {
    text: 'Look up Alice in the customer database, get her orders, and calculate the total',
    note: 'Chains its calls', needs: ['query_database', 'calculate'],
  },
  { text: 'What is the weather in Paris and in Tokyo?', note: 'Two calls at once', needs: ['get_weather'] },
  {
    text: 'Read notes/meeting.md, summarise it in 40 words, and write the summary to notes/summary.md',
    note: 'Asks before it writes', needs: ['read_file', 'write_file'],
  },
  { text: 'What is 17.5% of 2,340, plus 12?', note: 'Exact arithmetic', needs: ['calculate'] },
  { text: 'List the files in the workspace', note: 'Reads a folder', needs: ['list_directory'] },
  { text: 'What can you do here?', note: 'No tool needed', needs: [] },
  { text: 'Explain what a tool call is, in three sentences', note: 'No tool needed', needs: [] },
]

const SHOWN = 4

export function examplesFor(toolNames: ReadonlySet<string>): readonly ExamplePrompt[] {
  return EXAMPLES.filter(example => example.needs.every(name => toolNames.has(name))).slice(0, SHOWN)
}
