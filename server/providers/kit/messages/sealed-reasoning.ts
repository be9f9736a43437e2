/** Where a vendor's turns hold reasoning that only the model that made it can read. */
export interface SealedReasoning {
  /** The names of these fields, at any depth. */
  readonly fields: readonly string[]
  /** The field of a call that holds its arguments: inside it any name may occur. */
  readonly argumentsField: string
}

/** Whether a turn holds reasoning that no other model can read, and that may have been shown to nobody. */
export function hasSealedReasoning(native: unknown, { fields, argumentsField }: SealedReasoning): boolean {
  const pending: unknown[] = [native]
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    for (const [field, value] of Object.entries(node)) {
      if (fields.includes(field) && value !== null && value !== '') return true
      if (field !== argumentsField) pending.push(value)
    }
  }
  return false
}
