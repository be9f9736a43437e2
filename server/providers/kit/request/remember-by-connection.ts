import type { ProviderConnection } from '../../provider'

/** More connections than anyone sets up; a key that was changed leaves its client behind until others push it out. */
const MAX_REMEMBERED = 32

/**
 * Remembers what is made of a connection, such as the vendor's client: it holds no state of a request, and to build one
 * costs as much as to read a short answer. What was not used for longest is dropped.
 */
export function rememberByConnection<Made>(make: (connection: ProviderConnection) => Made): (connection: ProviderConnection) => Made {
  const remembered = new Map<string, Made>()
  return (connection) => {
    const { baseUrl, apiKey, profile } = connection
    const identity = JSON.stringify([baseUrl, apiKey, profile])
    const made = remembered.get(identity) ?? make(connection)
    remembered.delete(identity)
    remembered.set(identity, made)
    const oldest = remembered.size > MAX_REMEMBERED ? remembered.keys().next().value : undefined
    if (oldest !== undefined) remembered.delete(oldest)
    return made
  }
}
