import type { JsonSchema } from '#shared/tool'
import { describeKeyword } from './describe-keyword'
import type { NormalSchema } from './normalise-schema'
import type { PropertyNames } from './property-names'
import type { SchemaDialect } from './schema-dialect'
import type { Finding } from './schema-walk'

/** What the translation of one schema gathers. Edited while it runs; nobody else sees it. */
export interface Emission {
  readonly normal: NormalSchema
  /** The root after its unions were folded: what `#` stands for. */
  readonly root: JsonSchema
  readonly dialect: SchemaDialect
  /** By what they say: a definition that is read in several places says it once. */
  readonly findings: Map<string, Finding>
  /** Why the tool is impossible in this dialect. */
  readonly refusals: Finding[]
  /** Names of definitions that were referred to. */
  readonly wanted: Set<string>
  /** Present when `normal` bears other names of properties than the tool. */
  readonly propertyNames?: PropertyNames
  /** How many more schemas may be written: merged or in place of references, they can stand for more than there is memory. */
  nodesLeft: number
  readonly counts: { properties: number, optional: number, unions: number, enumValues: number }
}

/** Where the translation stands. */
export interface DraftPlace {
  /** In the original. */
  readonly path: string
  readonly depth: number
  /** Objects around it. */
  readonly objects: number
  /** The definition it is part of; `#` is the root. */
  readonly scope: string
  /** Whether a property around it, within the definition, may be left out. */
  readonly isOptional: boolean
  /** Names of definitions that it was written out from. */
  readonly inlined: readonly string[]
}

/** One node on its way: what is left of its keywords, and what was put into words. */
export interface Draft {
  readonly keywords: Map<string, unknown>
  readonly descriptions: string[]
  readonly place: DraftPlace
  readonly emission: Emission
}

export function note({ findings }: Emission, finding: Finding): void {
  findings.set(`${finding.path} ${finding.keyword} ${finding.action} ${finding.reason}`, finding)
}

export function refuse({ refusals }: Emission, path: string, [keyword, reason]: readonly [string, string]): void {
  refusals.push({ path, keyword, action: 'left-out', reason })
}

/** Takes a keyword out and says it in words. */
export function describe(draft: Draft, keyword: string, reason = 'The provider does not take this keyword.'): void {
  const text = describeKeyword(keyword, draft.keywords.get(keyword))
  draft.keywords.delete(keyword)
  if (text === '') return
  draft.descriptions.push(text)
  note(draft.emission, { path: draft.place.path, keyword, action: 'moved-to-description', reason })
}

/** Puts other keywords in the place of a draft's own. */
export function replace(draft: Draft, node: JsonSchema): void {
  draft.keywords.clear()
  for (const [keyword, value] of Object.entries(node)) draft.keywords.set(keyword, value)
}

export function asNode({ keywords }: Draft): JsonSchema {
  return Object.fromEntries(keywords)
}
