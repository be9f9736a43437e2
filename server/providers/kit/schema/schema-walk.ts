import type { TranslationWarning } from '#shared/run-event'
import type { JsonSchema } from '#shared/tool'
import type { FindReference, SchemaPlace } from './schema-references'

/**
 * What a translation changed, before it is known in which tool. A change that takes something from the model or
 * tells it otherwise is worth one, and so is another spelling of the same; an annotation that goes is not.
 */
export type Finding = Omit<TranslationWarning, 'tool'>

/** For an older or foreign word that was put into those of JSON Schema 2020-12. */
export function reportSpelling(path: string, keyword: string): Finding {
  return { path, keyword, action: 'rewritten', reason: 'Written as JSON Schema 2020-12 has it; it means the same.' }
}

/** Where a walk through a schema stands. */
export interface WalkPlace {
  readonly path: string
  readonly depth: number
  /** The nearest schema around it that bears an `$id`. */
  readonly resource: SchemaPlace
}

/** What a walk gathers. Edited while it runs; nobody else sees it. */
export interface Walk {
  readonly findReference: FindReference
  /** Reads a schema that stands inside another; absent when it is none. */
  readonly visit: (value: unknown, place: WalkPlace, walk: Walk) => JsonSchema | undefined
  /** Names of referred places, by their path. */
  readonly names: Map<string, string>
  /** How often a name was wanted. */
  readonly counts: Map<string, number>
  /** What was referred to, in order. */
  readonly pending: { readonly name: string, readonly place: SchemaPlace, readonly resource: SchemaPlace }[]
  readonly findings: Finding[]
  readonly origins: WeakMap<JsonSchema, string>
  /** How many schemas were read. */
  nodes: number
  /** The first reference that leads out of the schema. */
  outside?: Finding
}
