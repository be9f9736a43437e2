import { assertNever } from '#shared/assert-never'
import type { ModelEvent } from '#server/providers/provider'

/** Removes known secrets from text that comes in pieces. */
export interface SecretStream {
  push(text: string): string
  /** Returns the text that was held back. */
  end(): string
}

type ProseDelta = Extract<ModelEvent, { type: 'text-delta' | 'reasoning-delta' }>
type InputDelta = Extract<ModelEvent, { type: 'tool-input-delta' }>
type FinishEvent = Extract<ModelEvent, { type: 'finish' }>

/** Removes known secrets from one answer, before it becomes events: a vendor, or a proxy before it, may repeat the key that it was sent. */
export class AnswerFilter {
  private prose: { readonly type: ProseDelta['type'], readonly secrets: SecretStream } | undefined
  private readonly inputs = new Map<number, SecretStream>()

  constructor(private readonly openStream: () => SecretStream) {}

  /** The events that can be shown now, in their order. */
  readonly filter = (event: ModelEvent): readonly ModelEvent[] => {
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
        return this.filterProse(event)
      case 'tool-input-delta':
        return [...this.flush(), this.filterInput(event)]
      case 'tool-call':
        return [...this.flush(), this.filterJson(event) ?? event]
      case 'finish':
        return [...this.flush(), this.filterFinish(event)]
      case 'request':
      case 'warning':
        return [event]
      default:
        return assertNever(event)
    }
  }

  /** Text that was held back. To be called when the answer breaks off. */
  flush(): readonly ModelEvent[] {
    const { prose } = this
    this.prose = undefined
    const text = prose?.secrets.end()
    return prose && text ? [{ type: prose.type, text }] : []
  }

  private filterProse(event: ProseDelta): readonly ModelEvent[] {
    const before = this.prose?.type === event.type ? [] : this.flush()
    this.prose ??= { type: event.type, secrets: this.openStream() }
    const text = this.prose.secrets.push(event.text)
    return text === '' ? before : [...before, { ...event, text }]
  }

  /** What is held back at the end of the input is not shown: the whole call follows. */
  private filterInput(event: InputDelta): InputDelta {
    let secrets = this.inputs.get(event.index)
    if (!secrets) this.inputs.set(event.index, secrets = this.openStream())
    return { ...event, ...(event.name && { name: this.hide(event.name) }), text: secrets.push(event.text) }
  }

  /** The vendor's form cannot be changed, because it may be signed: with a secret in it, it is not kept. */
  private filterFinish({ native, ...event }: FinishEvent): FinishEvent {
    const clean = this.filterJson(event) ?? event
    return native !== undefined && this.filterJson(native) === undefined ? { ...clean, native } : clean
  }

  /** A copy of a JSON value without secrets; undefined when there are none in it. */
  private filterJson<Value>(value: Value): Value | undefined {
    const text = JSON.stringify(value)
    if (this.hide(text) === text) return undefined
    return JSON.parse(text, (_key, item: unknown) => {
      if (typeof item === 'string') return this.hide(item)
      const isObject = typeof item === 'object' && item !== null && !Array.isArray(item)
      return isObject ? Object.fromEntries(Object.entries(item).map(([key, entry]) => [this.hide(key), entry])) : item
    }) as Value // the same shape, only with other texts
  }

  private hide(text: string): string {
    const secrets = this.openStream()
    return secrets.push(text) + secrets.end()
  }
}
