import type { z } from 'zod'

export interface FieldError { readonly name: string, readonly message: string }

/** A form's check against the server's own schema, which is loaded at the first check and not with the page. */
export function validateLazily(load: () => Promise<z.ZodType>): (state: unknown) => Promise<FieldError[]> {
  return async (state) => {
    const parsed = (await load()).safeParse(state)
    if (parsed.success) return []
    return parsed.error.issues.map((issue) => {
      const message = isEmpty(state, issue.path) ? 'Required' : toSentence(issue)
      return { name: issue.path.join('.'), message }
    })
  }
}

/** An empty field is missing, whatever the schema finds wrong with its value. */
function isEmpty(state: unknown, path: readonly PropertyKey[]): boolean {
  const value = path.reduce<unknown>((at, key) => typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined, state)
  return value === undefined || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
}

/** Replaces zod's messages, which are written for programmers. */
function toSentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return 'Required'
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'Invalid email address'
  if (issue.code === 'invalid_format' && issue.format === 'url') return 'Must start with http:// or https://'
  if (issue.code === 'too_big') return `At most ${issue.maximum} characters.`
  return issue.message
}
