import type { Message, TurnOrigin } from '#shared/message'

/** The vendor's own form of a turn, if it may be sent again: signatures are void anywhere but where they were made. */
export function findReplayableTurn(message: Extract<Message, { role: 'assistant' }>, target: TurnOrigin): unknown {
  const { adapter, endpoint, model } = message.origin
  const same = adapter === target.adapter && endpoint === target.endpoint && model === target.model
  return same ? message.native : undefined
}

/**
 * What was given, once it is known to have the form: parsed, it would have its keys in another order. Only for forms
 * that check and do not change.
 */
export function checkForm<Form>(form: FormCheck<Form>, given: unknown): Form | undefined {
  return form.safeParse(given).success ? given as Form /* just checked */ : undefined
}

/** A zod schema, as far as it is needed here. */
interface FormCheck<Form> {
  safeParse(given: unknown): { readonly success: true, readonly data: Form } | { readonly success: false }
}
