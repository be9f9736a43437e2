import type { Finding, Skill, Workbench } from './plan'
import { chooseTools } from './choose-tools'
import { summariseText } from './summarise-text'

const SUMMARISE = /\b(?:summari[sz]e|shorten|sum (?:it|this|them) up|tl;?dr)\b/i
const DEFAULT_WORDS = 60

/** Shortens what was read before. The only thing that the demo model does to a text itself. */
export const summariseSkill: Skill = (clause, bench) => {
  if (!SUMMARISE.test(clause) || chooseTools(bench.tools, clause).some(({ tool }) => /summar/i.test(tool.name))) return undefined
  if (bench.pending.length > 0) return 'waiting'
  const text = latestText(bench)
  if (text === undefined) return { kind: 'skipped', clause, because: 'there is no text to summarise' }
  const words = Number(/(\d+)\s*words?/i.exec(clause)?.[1] ?? DEFAULT_WORDS)
  return { kind: 'summary', clause, text: summariseText(text, Math.max(words, 1)), words }
}

/** What "it" stands for. A failed wish in between breaks the chain: writing an older text would be wrong. */
export function latestText({ findings }: Pick<Workbench, 'findings'>): string | undefined {
  const last = findings.at(-1)
  return last && hasText(last) ? last.text : undefined
}

function hasText(finding: Finding): finding is Extract<Finding, { text: string }> {
  return finding.kind === 'result' || finding.kind === 'summary'
}
