import type { ProviderConnection } from '../provider'

/** More connections than anyone sets up; a key that was changed leaves its client behind until others push it out. */
const MAX_CLIENTS = 32

/**
 * Remembers the vendor's client of each connection: it holds no state of a request, and to build one costs as much as
 * to read a short answer. The one that was not used for longest is dropped.
 */
export function createClientCache<Client>(create: (connection: ProviderConnection) => Client): (connection: ProviderConnection) => Client {
  const clients = new Map<string, Client>()
  return (connection) => {
    const { baseUrl, apiKey, profile } = connection
    const identity = JSON.stringify([baseUrl, apiKey, profile])
    const client = clients.get(identity) ?? create(connection)
    clients.delete(identity)
    clients.set(identity, client)
    const oldest = clients.size > MAX_CLIENTS ? clients.keys().next().value : undefined
    if (oldest !== undefined) clients.delete(oldest)
    return client
  }
}
