import { hash } from 'node:crypto'

/** Prefix bytes keep leaves and nodes apart: an inner node can never pass for a record. */
const LEAF_PREFIX = Buffer.from([0x00])
const NODE_PREFIX = Buffer.from([0x01])

/** The Merkle tree hash of RFC 6962 over a list of entries, hexadecimal. */
export function computeMerkleRoot(entries: readonly Buffer[]): string {
  let level: readonly Buffer[] = entries.map(entry => hash('sha256', Buffer.concat([LEAF_PREFIX, entry]), 'buffer'))
  while (level.length > 1) level = joinPairs(level)
  return level[0]?.toString('hex') ?? hash('sha256', '')
}

/** A last node without a partner moves up as it is, which gives the same tree as the RFC's split at a power of two. */
function joinPairs(level: readonly Buffer[]): Buffer[] {
  const above: Buffer[] = []
  for (let index = 0; index < level.length; index += 2) {
    const pair = level.slice(index, index + 2)
    above.push(pair.length === 2 ? hash('sha256', Buffer.concat([NODE_PREFIX, ...pair]), 'buffer') : pair[0]!)
  }
  return above
}
