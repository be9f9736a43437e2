import { assertNever } from '#shared/assert-never'
import type { ConversationExport } from '#shared/conversation'
import { pathTo } from '#shared/run-path'
import { foldRunEvents } from '#shared/fold-run-events'
import { answerParts, type CallView, type RunView, type StepPart } from '#shared/run-view'
import type { UserContent } from '#shared/content'
import { nestMarkdown } from './nest-markdown'

/** The level of the headings of the turns. */
const TURN_LEVEL = 2

type ExportedRun = ConversationExport['runs'][number]

/** A conversation as Markdown: the branch that leads to the newest run, with its calls and their results, then the replaced attempts. */
export function toMarkdown({ title, runs }: ConversationExport): string {
  const path = pathTo(runs, runs.at(-1)?.id)
  const others = runs.filter(run => !path.includes(run))
  const parts = [
    `# ${escapeMarkdown(title.replace(/\s+/g, ' '))}`,
    ...path.flatMap((run, index) => [...writeInstructions(run, path[index - 1]), ...writeTurn(run)]),
    ...(others.length ? ['# Other attempts'] : []),
    ...others.flatMap((run) => {
      const parent = runs.find(({ id }) => id === run.parent)
      const place = parent ? `_Follows the message of ${parent.createdAt}._` : '_Begins the chat._'
      return [...writeInstructions(run, parent), ...writeTurn(run, [place])]
    }),
  ]
  return `${parts.join('\n\n')}\n`
}

/** The system prompt, where it differs from that of the previous turn. */
function writeInstructions({ system }: ExportedRun, before: ExportedRun | undefined): readonly string[] {
  return system === (before?.system ?? null)
    ? []
    : ['## Instructions', system === null ? '_None from here on._' : nestMarkdown(system, TURN_LEVEL)]
}

function writeTurn({ id, events, model, createdAt }: ExportedRun, place: readonly string[] = []): readonly string[] {
  const run = foldRunEvents(id, events)
  const parts = answerParts(run).flatMap(part => writePart(part, run))
  const end = run.state === 'completed' ? [] : [`_${run.error?.message ?? `This answer is ${run.state}.`}_`]
  return [`## You, ${createdAt}`, ...place, ...writeInput(run.input), `## ${model}`, ...parts, ...end]
}

function writeInput(input: UserContent): readonly string[] {
  return input.map(block => block.type === 'text' ? nestMarkdown(block.text, TURN_LEVEL) : `_Attachment (${block.type})_`)
}

function writePart(part: StepPart, run: RunView): readonly string[] {
  switch (part.type) {
    case 'call':
      return [run.calls[part.callId]].flatMap(call => call ? [writeCall(call)] : [])
    case 'text':
      return [nestMarkdown(part.text, TURN_LEVEL)]
    // A model's notes to itself are no part of what was said.
    case 'reasoning':
      return []
    default:
      return assertNever(part)
  }
}

function writeCall({ name, inputText, arguments: given, outcome }: CallView): string {
  const result = outcome?.content.flatMap(block => block.type === 'text' ? block.text : [`(${block.type})`]).join('\n')
  return [
    `**Called \`${name}\`**: ${outcome?.status ?? 'not finished'}`,
    fence(given ? JSON.stringify(given, null, 2) : inputText, 'json'),
    ...(result ? [fence(result, '')] : []),
  ].join('\n\n')
}

/** One line of plain text, so that it reads in Markdown as it was written. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_~[\]<]|&(?=#?\w+;)/g, '\\$&')
    // A heading may end with marks, which are not part of its text.
    .replace(/(?<=^|\s)#+\s*$/, '\\$&')
}

/** Longer than any run of backticks within, so that no content can end it. */
function fence(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${text}\n${ticks}`
}
