import type { JsonSchema } from '#shared/tool'
import { isSchema, toPointerStep } from './schema-node'

/** A place in the schema as its source wrote it. */
export interface SchemaPlace {
  readonly node: unknown
  /** JSON Pointer. */
  readonly path: string
}

/** Finds what a reference means. `resource` is the nearest node around it with an `$id`: pointers start there. */
export type FindReference = (reference: string, resource: SchemaPlace) => SchemaPlace | undefined

/** Looks references up in one schema; anchors and ids are gathered when one is first asked for. */
export function createReferenceFinder(root: JsonSchema): FindReference {
  let named: ReadonlyMap<string, SchemaPlace> | undefined
  const rootPlace = { node: root, path: '' }

  function findNamed(name: string): SchemaPlace | undefined {
    named ??= collectNames(root)
    return named.get(name)
  }

  return (reference, resource) => {
    const [address = '', fragment = ''] = splitReference(reference)
    const start = address === '' ? resource : findNamed(address)
    if (!start) return undefined
    if (fragment === '') return start
    // An anchor may be asked for from anywhere within the schema.
    if (!fragment.startsWith('/')) return findNamed(`#${fragment}`)
    return followPointer(fragment, start) ?? (address === '' ? followPointer(fragment, rootPlace) : undefined)
  }
}

function splitReference(reference: string): readonly [string, string] {
  const hash = reference.indexOf('#')
  return hash < 0 ? [reference, ''] : [reference.slice(0, hash), reference.slice(hash + 1)]
}

function followPointer(pointer: string, start: SchemaPlace): SchemaPlace | undefined {
  let place: SchemaPlace | undefined = start
  for (const step of readPointer(pointer)) {
    const node: unknown = place.node
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined
    place = { node: Reflect.get(node, step), path: `${place.path}/${toPointerStep(step)}` }
  }
  return isSchema(place.node) || typeof place.node === 'boolean' ? place : undefined
}

function readPointer(pointer: string): readonly string[] {
  const unescape = (text: string) => text.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return pointer.slice(1).split('/').map(step => unescape(decodeURIComponent(step)))
  }
  catch {
    // A percent sign that escapes nothing: some servers write names as they are.
    return pointer.slice(1).split('/').map(unescape)
  }
}

/** Every node that bears a name. Iterative: it looks at nodes of any depth. */
function collectNames(root: JsonSchema): Map<string, SchemaPlace> {
  const names = new Map<string, SchemaPlace>()
  const pending: SchemaPlace[] = [{ node: root, path: '' }]
  const seen = new Set<unknown>()
  for (let place = pending.pop(); place; place = pending.pop()) {
    const { node, path } = place
    if (typeof node !== 'object' || node === null || seen.has(node)) continue
    seen.add(node)
    for (const name of readNames(node)) if (!names.has(name)) names.set(name, place)
    for (const [step, value] of Object.entries(node)) pending.push({ node: value, path: `${path}/${toPointerStep(step)}` })
  }
  return names
}

function readNames(node: object): readonly string[] {
  const read = (keyword: string) => {
    const value: unknown = Object.hasOwn(node, keyword) ? Reflect.get(node, keyword) : undefined
    return typeof value === 'string' ? value : undefined
  }
  const anchors = [read('$anchor'), read('$dynamicAnchor')].filter(anchor => anchor !== undefined).map(anchor => `#${anchor}`)
  const ids = [read('$id'), read('id')].filter(id => id !== undefined).map(id => id.replace(/#$/, ''))
  return [...anchors, ...ids].filter(name => name !== '')
}
