import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdCompressSync } from 'node:zlib'
import type { StepWire } from '../../ports/run-store'
import { cleanWireEvents, cleanWireText, type HideSecrets } from './clean-wire'

const MAX_RESPONSE_CHARACTERS = 2 * 1024 * 1024
/** Below this a compressed text is hardly shorter. */
const COMPRESSED_FROM_BYTES = 512
/** Up to here compression takes less than the way to another thread and back, about a tenth of a millisecond. */
const COMPRESSED_AT_ONCE_BYTES = 64 * 1024
const compressAside = promisify(zstdCompress)

export interface WireCaptureOptions extends Pick<StepWire, 'step' | 'attempt' | 'adapter' | 'endpoint'> {
  readonly hide: HideSecrets
}

/**
 * Keeps what goes over the wire for one attempt of a step. While the answer streams, an event costs one push; the
 * request is made ready meanwhile, and a long text is compressed on another thread.
 */
export class WireCapture {
  private request: Promise<string> | undefined
  private readonly events: string[] = []
  private characters = 0
  private isCut = false

  constructor(private readonly options: WireCaptureOptions) {}

  readonly addRequest = (body: string): void => {
    this.request = prepare(body, this.options.hide)
  }

  readonly addEvent = (text: string): void => {
    this.characters += text.length
    if (this.characters > MAX_RESPONSE_CHARACTERS) this.isCut = true
    else this.events.push(text)
  }

  /** Ready to be stored, once; undefined when nothing was sent. Never throws for what a vendor or a person wrote. */
  async seal(): Promise<StepWire | undefined> {
    const sent = this.request
    if (!sent) return undefined
    this.request = undefined
    const { hide, ...facts } = this.options
    const request = Buffer.from(await sent)
    const response = Buffer.from(await cleanWireEvents(this.events.map(toLine), hide))
    const kept = { ...facts, endpoint: hide(facts.endpoint), cut: this.isCut }
    if (request.byteLength + response.byteLength < COMPRESSED_FROM_BYTES) return { ...kept, encoding: 'plain', request, response }
    const [packedRequest, packedResponse] = await Promise.all([compress(request), compress(response)])
    return { ...kept, encoding: 'zstd', request: packedRequest, response: packedResponse }
  }
}

async function compress(text: Buffer): Promise<Buffer> {
  return text.byteLength <= COMPRESSED_AT_ONCE_BYTES ? zstdCompressSync(text) : compressAside(text)
}

/** In the next turn: first the request goes out. */
async function prepare(body: string, hide: HideSecrets): Promise<string> {
  await nextTurn()
  return cleanWireText(body, hide)
}

/** In JSON a line break stands only between values, where a space means the same. */
function toLine(event: string): string {
  return event.includes('\n') || event.includes('\r') ? event.replace(/[\r\n]+/g, ' ') : event
}
