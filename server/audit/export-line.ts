import type { BodySide, ChainedRow } from '#server/ports/audit-store'

export interface StoredBody {
  /** As it was when it was stored; `false` only for a body that somebody edited. */
  readonly isJson: boolean
  readonly parts: AsyncIterable<string>
}
type OpenBody = (side: BodySide) => Promise<StoredBody | undefined>
/** Gives the text of one line in pieces. */
export type WriteLine = (row: ChainedRow, openBody: OpenBody) => AsyncGenerator<string>
