import type { ConversationDetail } from '#shared/conversation'
import { pathTo } from '#shared/run-path'
import { type CallView, foldRunEvents, type RunView, type StepPart } from '#shared/run-view'
import type { UserContent } from '#shared/content'

/** A conversation as a person reads it: the branch that leads to the newest run, with its calls and what they came to. */
export function toMarkdown(conversation: ConversationDetail): string {
  const { title, runs } = conversation
  const path = pathTo(runs, runs.at(-1)?.id)
  const turns = path.map(({ id, events, model, createdAt }) => writeTurn(foldRunEvents(id, events), { model, createdAt }))
  return `${[`# ${title.replace(/\s+/g, ' ')}`, ...turns].join('\n\n')}\n`
}

function writeTurn(run: RunView, { model, createdAt }: { readonly model: string, readonly createdAt: string }): string {
  const parts = run.steps.flatMap(step => step.parts).flatMap(part => writePart(part, run))
  const end = run.state === 'completed' ? [] : [`_${run.error?.message ?? `This answer is ${run.state}.`}_`]
  return [`## You, ${createdAt}`, ...writeInput(run.input), `## ${model}`, ...parts, ...end].join('\n\n')
}

function writeInput(input: UserContent): readonly string[] {
  return input.map(block => block.type === 'text' ? block.text : `_Attachment (${block.type})_`)
}

function writePart(part: StepPart, run: RunView): readonly string[] {
  if (part.type === 'call') return [run.calls[part.callId]].flatMap(call => call ? [writeCall(call)] : [])
  // A model's notes to itself are no part of what was said.
  return part.type === 'text' ? [part.text] : []
}

function writeCall({ name, inputText, arguments: given, outcome }: CallView): string {
  const result = outcome?.content.flatMap(block => block.type === 'text' ? block.text : [`(${block.type})`]).join('\n')
  return [
    `**Called \`${name}\`**: ${outcome?.status ?? 'not finished'}`,
    fence(given ? JSON.stringify(given, null, 2) : inputText, 'json'),
    ...(result ? [fence(result, '')] : []),
  ].join('\n\n')
}

/** Longer than any run of backticks within, so that no content can end it. */
function fence(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${text}\n${ticks}`
}
