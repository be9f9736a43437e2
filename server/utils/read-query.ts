import { getQuery, type H3Event } from 'h3'

/** h3 leaves these names out, so that a schema could not reject them. */
const OMITTED_BY_H3: readonly string[] = ['__proto__', 'constructor']

/** All parameters of the query. `Object.fromEntries` makes own properties: the name `__proto__` changes no prototype. */
export function readQuery(event: H3Event): Readonly<Record<string, unknown>> {
  const start = event.path.indexOf('?')
  const parameters = [...new URLSearchParams(start < 0 ? '' : event.path.slice(start))]
  return Object.fromEntries([...Object.entries(getQuery(event)), ...parameters.filter(([name]) => OMITTED_BY_H3.includes(name))])
}
