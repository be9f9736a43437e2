import type { NameRule } from '../tool-names'

/** What a dialect does with a keyword it could not take as it is: say it in words, or call the whole tool impossible. */
type Fallback = 'describe' | 'refuse'

/** The names that a dialect takes for properties. `root`: it looks at the arguments themselves alone, and takes any name further in. */
export interface PropertyRule extends NameRule {
  readonly scope: 'root' | 'all'
}

/** What a vendor's dialect of JSON Schema takes and lacks, declared rather than coded: one engine reads all of them. */
export interface SchemaDialect {
  /** Keywords that go out; `all`: every one but those of `describes`, unknown ones included. */
  readonly keeps: ReadonlySet<string> | 'all'
  /** Keywords that are written into the description although `keeps` has them. */
  readonly describes: ReadonlySet<string>
  /** Keywords that make the tool impossible, because words cannot stand in for them. */
  readonly refuses: ReadonlySet<string>
  /** Formats that go out; `all` for any word. */
  readonly formats: ReadonlySet<string> | 'all'
  /** `look-around`: patterns that look ahead or behind are written into the description. */
  readonly patterns: 'all' | 'no-look-around'
  /** Largest count of a repetition; a larger one is written into the description. */
  readonly maxCount?: number
  /** Largest `minItems`. */
  readonly maxMinItems?: number
  /** `any-of`: there is one kind of union. */
  readonly unions: 'all' | 'any-of'
  /** `merge`: the branches become one schema, or `allOf` falls back. `alone`: merged only when a branch is a reference. */
  readonly allOf: 'keep' | 'merge' | 'alone'
  readonly allOfFallback: Fallback
  /** An object that has properties and a union of objects: `fold` makes it one object, `required-only` only unions of `required`. */
  readonly objectUnions: 'keep' | 'fold' | 'required-only'
  /** `enum`: a constant is a list of one. `scalar`: only words, numbers, switches and null. */
  readonly constants: 'all' | 'scalar' | 'enum'
  /** What an `enum` may hold; `strings-or-numbers` and `strings` take a null among them apart. */
  readonly enums: 'all' | 'scalars' | 'strings-or-numbers' | 'strings'
  /** `one-or-null`: a list of types beside null is a union. `nullable`: null is said by that word, as OpenAPI does. */
  readonly types: 'lists' | 'one-or-null' | 'nullable'
  /** `wrap`: alone in its node, in a union of one when something stands beside it. `sole`: what stands beside it goes. */
  readonly references: 'keep' | 'wrap' | 'sole' | 'inline'
  /** `optional`: only behind a property that may be left out. `cut`: unrolled once, then open. */
  readonly recursion: 'keep' | 'optional' | 'cut' | 'refuse'
  /** What becomes of objects without properties, arrays without items, and schemas that allow anything. `text`: JSON in a string. */
  readonly openObjects: 'keep' | 'complete' | 'text' | 'refuse'
  readonly openArrays: 'keep' | 'complete' | 'text' | 'refuse'
  readonly openSchemas: 'keep' | 'text' | 'refuse'
  /** Keywords only where the type has them, and a type always. */
  readonly typed: boolean
  /** Absent: any name. */
  readonly propertyNames?: PropertyRule
  /** Closed objects for a constrained answer; `nullable`: every property is required, and null stands for "not given". */
  readonly strict?: 'optional' | 'nullable'
  /** Limits of a constrained answer. */
  readonly limits?: { readonly properties: number, readonly depth: number, readonly enumValues: number }
}

/** JSON Schema 2020-12 as it is. */
export const PLAIN_DIALECT: SchemaDialect = {
  keeps: 'all',
  describes: new Set(),
  refuses: new Set(),
  formats: 'all',
  patterns: 'all',
  unions: 'all',
  allOf: 'keep',
  allOfFallback: 'describe',
  objectUnions: 'keep',
  constants: 'all',
  enums: 'all',
  types: 'lists',
  references: 'keep',
  recursion: 'keep',
  openObjects: 'keep',
  openArrays: 'keep',
  openSchemas: 'keep',
  typed: false,
}
