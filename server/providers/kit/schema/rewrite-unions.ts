import type { JsonSchema } from '#shared/tool'
import { foldUnions, holdsOnlyRequired } from './fold-root-union'
import { mergeAllOf } from './merge-all-of'
import { asNode, describe, note, refuse, replace, type Draft } from './schema-draft'
import { isSchema, omit, readSchemas } from './schema-node'

const FOLDED = 'A union beside properties is not taken; its branches were folded into one object.'

/** Unions as the dialect has them. May leave a reference behind. */
export function rewriteUnions(draft: Draft): void {
  foldObjects(draft)
  takeAllOf(draft)
  renameOneOf(draft)
  // The only branch that is left may be a union itself; each turn takes one level away.
  if (liftNull(draft)) return rewriteUnions(draft)
  if (draft.emission.dialect.typed && draft.keywords.has('anyOf')) clearAroundUnion(draft)
}

function foldObjects(draft: Draft): void {
  const { emission, keywords, place } = draft
  const { objectUnions } = emission.dialect
  const branches = [...readSchemas(keywords.get('anyOf')), ...readSchemas(keywords.get('oneOf'))]
  if (objectUnions === 'keep' || branches.length === 0 || !isSchema(keywords.get('properties'))) return
  if (objectUnions === 'required-only' && !holdsOnlyRequired(branches)) return
  const folded = foldUnions(asNode(draft), { ...emission.normal, root: emission.root })
  replace(draft, folded.schema)
  for (const keyword of folded.keywords) note(emission, { path: place.path, keyword, action: 'rewritten', reason: FOLDED })
}

function takeAllOf(draft: Draft): void {
  const { emission, keywords, place } = draft
  const { allOf: rule, allOfFallback } = emission.dialect
  if (!keywords.has('allOf') || rule === 'keep') return
  if (rule === 'alone' && !readSchemas(keywords.get('allOf')).some(branch => '$ref' in branch)) return
  const merged = mergeAllOf(asNode(draft), { ...emission.normal, root: emission.root })
  if (merged) {
    replace(draft, merged)
    // A branch may have been one that is merged itself; each turn takes one level away.
    takeAllOf(draft)
  }
  else if (allOfFallback === 'refuse') {
    refuse(emission, place.path, ['allOf', 'The schemas of `allOf` cannot be merged into one.'])
    keywords.delete('allOf')
  }
  else describe(draft, 'allOf')
}

/** For a model, "exactly one" and "at least one" read the same. */
function renameOneOf(draft: Draft): void {
  const { emission, keywords } = draft
  if (emission.dialect.unions === 'all' || !keywords.has('oneOf')) return
  if (keywords.has('anyOf')) describe(draft, 'oneOf')
  else replace(draft, Object.fromEntries([...keywords].map(([keyword, value]) => [keyword === 'oneOf' ? 'anyOf' : keyword, value])))
}

/** OpenAPI says null with a word beside the union. One branch alone is no union: true when one took its place. */
function liftNull(draft: Draft): boolean {
  const { emission, keywords } = draft
  if (emission.dialect.types !== 'nullable' || !keywords.has('anyOf')) return false
  const branches = readSchemas(keywords.get('anyOf'))
  const others = branches.filter(({ type }) => type !== 'null')
  if (others.length < branches.length) keywords.set('nullable', true)
  const [only] = others
  if (others.length === 0) keywords.delete('anyOf')
  else if (others.length > 1 || !only) keywords.set('anyOf', others)
  else if (!clashes(only, draft)) {
    replace(draft, { ...only, ...omit(asNode(draft), ['anyOf']) })
    return true
  }
  return false
}

function clashes(branch: JsonSchema, { keywords }: Draft): boolean {
  return Object
    .keys(branch)
    .some(keyword => keywords.has(keyword) && keyword !== 'title' && keyword !== 'description' && keyword !== 'nullable')
}

const BESIDE_UNION: ReadonlySet<string> = new Set(['anyOf', 'title', 'description', 'nullable', 'default', '$ref'])

/** Where a type rules which keywords may stand, a union stands alone: its type goes to the branches, the rest into words. */
function clearAroundUnion(draft: Draft): void {
  const { keywords } = draft
  const type = keywords.get('type')
  keywords.delete('type')
  if (type !== undefined) {
    const branches = readSchemas(keywords.get('anyOf')).map(branch => (
      ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some(keyword => keyword in branch) ? branch : { type, ...branch }
    ))
    keywords.set('anyOf', branches)
  }
  for (const keyword of [...keywords.keys()]) if (!BESIDE_UNION.has(keyword)) describe(draft, keyword)
}
