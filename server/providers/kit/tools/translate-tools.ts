import type { CallArguments } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import type { ToolDefinition } from '#shared/tool'
import { chooseTools } from './choose-tools'
import type { ToolDialect } from './tool-dialect'
import { createToolNameMap, type ToolNameMap } from '../tool-names'
import { toWireTool } from './wire-tool'

/** The tools of one request, in a vendor's form. */
export interface TranslatedTools<Wire> {
  readonly names: ToolNameMap
  /** The definitions that go out; the rest was left out, with a warning. */
  readonly offered: readonly ToolDefinition[]
  /** The same tools in the vendor's form. */
  readonly wire: readonly Wire[]
  /** The JSON text of `wire`, joined from texts that are made once for each tool. */
  readonly text: string
  readonly warnings: readonly TranslationWarning[]
  /** Whether any of them goes out in strict mode. */
  readonly isStrict: boolean
  /** What the model wrote, as the tool's own schema wants it: names of properties mapped back, injected nulls dropped. */
  readArguments(name: string, given: CallArguments): CallArguments
  /** The other way, for a call of the history: what the tool was called with, by the names that this request declares. */
  writeArguments(name: string, given: CallArguments): CallArguments
}

interface Remembered {
  readonly tools: readonly ToolDefinition[]
  readonly strict: ReadonlySet<string>
  readonly translated: TranslatedTools<unknown>
}

/** Lists that began with the same tool, newest first. */
const REMEMBERED_LISTS = 4
const NOTHING: ReadonlySet<string> = new Set()
const lists = new WeakMap<object, WeakMap<ToolDefinition, readonly Remembered[]>>()

/**
 * Translates a request's tools. A list of the same definitions, in the same array or another, is translated once: what
 * comes after that costs a comparison of identities. A tool that cannot be expressed is left out, with a warning.
 */
export function translateTools<Wire>(
  tools: readonly ToolDefinition[], dialect: ToolDialect<Wire>, strict: ReadonlySet<string> = NOTHING,
): TranslatedTools<Wire> {
  const [first] = tools
  if (!first) return translateList(tools, dialect, strict)
  const byFirst = lists.get(dialect) ?? new WeakMap<ToolDefinition, readonly Remembered[]>()
  lists.set(dialect, byFirst)
  const remembered = byFirst.get(first) ?? []
  const known = remembered.find(list => isSameList(list.tools, tools) && isSameSet(list.strict, strict))
  if (known) return known.translated as TranslatedTools<Wire> // kept under the dialect that made it
  const translated = translateList(tools, dialect, strict)
  // Copies: the caller may go on with its own.
  byFirst.set(first, [{ tools: [...tools], strict: new Set(strict), translated }, ...remembered].slice(0, REMEMBERED_LISTS))
  return translated
}

function isSameList(left: readonly ToolDefinition[], right: readonly ToolDefinition[]): boolean {
  return left.length === right.length && left.every((tool, index) => tool === right[index])
}

function isSameSet(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left === right || (left.size === right.size && [...left].every(name => right.has(name)))
}

function translateList<Wire>(
  tools: readonly ToolDefinition[], dialect: ToolDialect<Wire>, strict: ReadonlySet<string>,
): TranslatedTools<Wire> {
  const { chosen, warnings } = chooseTools(tools, dialect, strict)
  const names = createToolNameMap(chosen.map(({ tool }) => tool.name), dialect.nameRule)
  const wired = chosen.map(choice => toWireTool(choice.form, names.toWire(choice.tool.name), dialect))
  const byName = new Map(chosen.filter(({ form }) => form.readArguments).map(({ tool, form }) => [tool.name, form]))
  return {
    names,
    offered: chosen.map(({ tool }) => tool),
    wire: wired.map(({ wire }) => wire),
    text: `[${wired.map(({ text }) => text).join(',')}]`,
    warnings,
    isStrict: chosen.some(({ form }) => form.isStrict),
    readArguments: (name, given) => changeGiven(byName.get(name)?.readArguments, given),
    writeArguments: (name, given) => changeGiven(byName.get(name)?.writeArguments, given),
  }
}

function changeGiven(change: ((value: unknown) => unknown) | undefined, given: CallArguments): CallArguments {
  if (!change || !given.ok) return given
  const value = change(given.value)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ok: true, value: { ...value } } : given
}
