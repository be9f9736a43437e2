/** A value whose own level may be changed. */
type Mutable<Value> = Value extends readonly (infer Item)[] ? Item[] : { -readonly [Key in keyof Value]: Value[Key] }

/**
 * Copies an object before its first change and never again, so that many changes in a row cost one copy of each object and
 * the original does not change. One instance serves one series of changes.
 */
export class CopyOnce {
  private readonly own = new WeakSet<object>()

  edit<Value extends object>(value: Value): Mutable<Value> {
    if (this.own.has(value)) return value as Mutable<Value> // A copy that was made here and is not shared yet.
    const copy = (Array.isArray(value) ? [...value] : { ...value }) as Mutable<Value> // A fresh copy of one level.
    this.own.add(copy)
    return copy
  }
}
