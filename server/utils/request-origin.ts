import { isIP, SocketAddress } from 'node:net'
import { getRequestHeader } from 'h3'
import type { H3Event } from 'h3'
import type { Config } from '#server/config'

type ProxySettings = Pick<Config, 'trustProxy' | 'publicUrl'>

/** Whether the person's browser speaks https, also when a proxy of ours ended it. */
export function isSecureRequest(event: H3Event, settings: ProxySettings): boolean {
  if (settings.publicUrl?.startsWith('https://')) return true
  if (settings.trustProxy && getRequestHeader(event, 'x-forwarded-proto')?.split(',')[0]?.trim() === 'https') return true
  return 'encrypted' in event.node.req.socket && event.node.req.socket.encrypted === true
}

/**
 * The peer's address. Behind a trusted proxy the last forwarded entry: the proxy appended it, while earlier ones
 * are whatever the client wrote.
 */
export function readClientAddress(event: H3Event, settings: ProxySettings): string {
  const forwarded = settings.trustProxy ? getRequestHeader(event, 'x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return (forwarded && withoutPort(forwarded)) || event.node.req.socket.remoteAddress || 'unknown'
}

// Some proxies name the port as well, which differs for each connection.
function withoutPort(forwarded: string): string {
  return isIP(forwarded) ? forwarded : SocketAddress.parse(forwarded)?.address ?? forwarded
}

/** Whether a browser says that one of our own pages sent this; `undefined` when nothing says where it came from. */
export function isSameOrigin(event: H3Event, settings: ProxySettings): boolean | undefined {
  // Set by the browser itself; a page cannot write it. Only sent to https and localhost.
  const site = getRequestHeader(event, 'sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  const origin = getRequestHeader(event, 'origin')
  if (origin === undefined) return undefined
  return origin === publicOrigin(settings) || readHost(origin) === requestHost(event, settings)
}

function publicOrigin({ publicUrl }: ProxySettings): string | undefined {
  return publicUrl && new URL(publicUrl).origin
}

function requestHost(event: H3Event, { trustProxy }: ProxySettings): string | undefined {
  const forwarded = trustProxy ? getRequestHeader(event, 'x-forwarded-host')?.split(',')[0]?.trim() : undefined
  return (forwarded || getRequestHeader(event, 'host'))?.toLowerCase()
}

// `Origin: null` comes from sandboxed frames and files: no host, so it never matches.
function readHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}
