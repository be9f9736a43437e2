import { isIPv6, SocketAddress } from 'node:net'

/** What counts as one address in a limit. An IPv6 customer has a whole /64, so that is one; IPv4 in IPv6 form is IPv4. */
export function toLimitAddress(address: string): string {
  if (!isIPv6(address)) return address
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = /^::ffff:([\d.]+)$/.exec(canonical)?.[1]
  return mapped ?? `${networkOf(canonical)}::/64`
}

/** The first four of eight groups; `::` stands for the groups that are missing. */
function networkOf(canonical: string): string {
  const [before = [], after = []] = canonical.split('::').map(part => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
