import type { FormErrorEvent } from '@nuxt/ui'

/** For a form that was sent: the topmost of the fields that have an error, whatever the order in which they were checked. */
export function focusFirstError({ errors }: FormErrorEvent): void {
  const fields = errors.flatMap(({ id }) => id ? `#${CSS.escape(id)}` : [])
  if (fields.length) document.querySelector<HTMLElement>(fields.join())?.focus()
}
