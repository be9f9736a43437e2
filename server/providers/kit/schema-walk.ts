import type { TranslationWarning } from '#shared/run-event'
import type { JsonSchema } from '#shared/tool'
import type { FindReference, SchemaPlace } from './schema-references'

/**
 * What a translation changed, before it is known in which tool. Only a change that takes something from the model or
 * tells it otherwise is worth one: a rewrite without loss (`definitions` to `$defs`) and an annotation are not.
 */
export type Finding = Omit<TranslationWarning, 'tool'>

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
