import type { ToolTarget } from '#server/providers/provider'
import type { Judgement } from './judge-tools'
import type { ToolCollection } from './recorded-tools'

/** Warnings beyond these say little about what vendors lack. */
const SHOWN_WARNINGS = 40

interface Report {
  readonly collections: readonly ToolCollection[]
  readonly targets: readonly ToolTarget[]
  readonly judgements: readonly Judgement[]
}

/** The whole document. The same input gives the same bytes. */
export function renderVerdicts(report: Report): string {
  return [
    '# What becomes of real tools at each provider',
    'Written by `npm run verdicts`; a test compares it with the code. Each cell counts the tools that a provider takes as '
    + 'they are, adapted (with a warning for what it cost), and not at all.',
    renderCounts(report),
    '## Refused',
    renderRefusals(report.judgements),
    '## Warnings',
    'How often a keyword is changed, by what is done about it. One tool can have several.',
    renderWarnings(report),
  ].join('\n\n').concat('\n')
}

function renderCounts({ collections, targets, judgements }: Report): string {
  const rows = collections.map(({ id, title, tools }) => [
    title, String(tools.length),
    ...targets.map(target => countVerdicts(judgements.filter(judgement => judgement.collection === id && judgement.target === target.id))),
  ])
  const total = [
    '**All**', String(collections.flatMap(({ tools }) => tools).length),
    ...targets.map(({ id }) => countVerdicts(judgements.filter(({ target }) => target === id))),
  ]
  return renderTable(['server', 'tools', ...targets.map(({ id }) => id)], [...rows, total])
}

function countVerdicts(judgements: readonly Judgement[]): string {
  const [ok, adapted, refused] = (['ok', 'adapted', 'refused'] as const).map(
    verdict => judgements.filter(judgement => judgement.verdict === verdict).length,
  )
  return `${ok} / ${adapted} / ${refused}`
}

function renderRefusals(judgements: readonly Judgement[]): string {
  const rows = judgements.flatMap(({ collection, tool, target, translation }) => translation.ok
    ? []
    : [[collection, tool.name, target, translation.reason]])
  return rows.length === 0 ? 'None.' : renderTable(['server', 'tool', 'target', 'reason'], rows)
}

function renderWarnings({ targets, judgements }: Report): string {
  const entries = judgements.flatMap(({ target, translation }) => translation.warnings.map(({ keyword, action }) => ({
    target, kind: `${keyword} ${action}`, keyword, action,
  })))
  const rows = [...Map.groupBy(entries, ({ kind }) => kind).values()]
    .toSorted((a, b) => b.length - a.length || compareText(a[0]!.kind, b[0]!.kind))
    .slice(0, SHOWN_WARNINGS)
    .map(group => [
      `\`${group[0]!.keyword}\``, group[0]!.action, ...targets.map(({ id }) => String(group.filter(({ target }) => target === id).length)),
      String(group.length),
    ])
  return renderTable(['keyword', 'action', ...targets.map(({ id }) => id), 'all'], rows)
}

/** By code unit, so that the order does not depend on the machine's language. */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}
