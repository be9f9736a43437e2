import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ToolCompatibility, ToolWire } from '#shared/compatibility'
import type { TranslationWarning } from '#shared/run-event'
import type { ToolDefinition } from '#shared/tool'
import type { VerdictRow, VerdictStore } from '../ports/verdict-store'
import type { RegisteredTool } from './registered-tool'

/** One form in which a vendor accepts tools. It has the shape of a provider's target; this module imports no provider. */
export interface CompatibilityTarget {
  readonly id: string
  readonly label: string
  translate(tool: ToolDefinition): TargetTranslation
}

type TargetTranslation
  = | { readonly ok: true, readonly wire: unknown, readonly warnings: readonly TranslationWarning[] }
    | { readonly ok: false, readonly reason: string, readonly warnings: readonly TranslationWarning[] }

type Judged = Pick<RegisteredTool, 'definition' | 'fingerprint'>

export interface ToolVerdicts {
  /** Resolves when each of the tools has a verdict for every target; tools judged before cost a look-up. */
  judge(tools: readonly Judged[]): Promise<void>
  /** Empty before the tool was judged. */
  of(tool: Judged): readonly ToolCompatibility[]
  /** The exact form for every target; computed on each call. */
  wiresOf(tool: Judged): readonly ToolWire[]
}

interface VerdictOptions {
  readonly targets: readonly CompatibilityTarget[]
  /** Of the translation: verdicts stored by another version are ignored. */
  readonly version: number
  readonly store: VerdictStore
}

/** Tools judged before others are served. A tool takes about a millisecond for all targets. */
const SLICE_TOOLS = 5

/** Judges each definition once, and stores the verdict across restarts. */
export async function createToolVerdicts({ targets, version, store }: VerdictOptions): Promise<ToolVerdicts> {
  const known = new Map((await store.listVerdicts(version)).map(row => [keyOf(row.fingerprint, row.target), row]))
  const isKnown = ({ fingerprint }: Judged) => targets.every(target => known.has(keyOf(fingerprint, target.id)))
  let running: Promise<unknown> = Promise.resolve()

  async function judgeNew(tools: readonly Judged[]): Promise<void> {
    const missing = [...new Map(tools.filter(tool => !isKnown(tool)).map(tool => [tool.fingerprint, tool])).values()]
    for (let from = 0; from < missing.length; from += SLICE_TOOLS) {
      if (from > 0) await nextTurn()
      const rows = missing.slice(from, from + SLICE_TOOLS).flatMap(tool => targets.map(target => toRow(tool, target, version)))
      await store.saveVerdicts(rows)
      for (const row of rows) known.set(keyOf(row.fingerprint, row.target), row)
    }
  }

  return {
    judge: (tools) => {
      if (tools.every(isKnown)) return Promise.resolve()
      // One after the other: two callers at once would judge the same tools twice.
      const judged = running.then(() => judgeNew(tools))
      running = judged.catch(() => undefined)
      return judged
    },
    of: ({ fingerprint }) => targets.flatMap(({ id, label }) => {
      const row = known.get(keyOf(fingerprint, id))
      return row ? toCompatibility(row, label) : []
    }),
    wiresOf: tool => targets.map(target => toWire(tool, target)),
  }
}

function keyOf(fingerprint: string, target: string): string {
  return `${fingerprint} ${target}`
}

function toRow(tool: Judged, target: CompatibilityTarget, version: number): VerdictRow {
  const { label: _label, wire: _wire, ...verdict } = toWire(tool, target)
  return { ...verdict, fingerprint: tool.fingerprint, version }
}

function toCompatibility({ target, verdict, reason, warnings }: VerdictRow, label: string): ToolCompatibility {
  return { target, label, verdict, ...(reason !== undefined && { reason }), warnings }
}

function toWire({ definition }: Judged, target: CompatibilityTarget): ToolWire {
  const { id, label } = target
  const translation = translate(definition, target)
  const warnings = [...translation.warnings]
  if (!translation.ok) return { target: id, label, verdict: 'refused', reason: translation.reason, warnings }
  return { target: id, label, verdict: warnings.length > 0 ? 'adapted' : 'ok', warnings, wire: translation.wire }
}

/** A definition is external input: one whose translation throws must not fail the others. */
function translate(definition: ToolDefinition, target: CompatibilityTarget): TargetTranslation {
  try {
    return target.translate(definition)
  }
  catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { ok: false, reason: `Its definition cannot be translated: ${message}`, warnings: [] }
  }
}
