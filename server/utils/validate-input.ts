import type { z } from 'zod'
import type { FieldIssue } from '#shared/api-error'
import { AppError } from '#server/errors'

/** What the schema makes of `value`; else `invalid-request` that names the first wrong field and lists them all. */
export function validateInput<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.flatMap(toFieldIssues)
  const first = details[0]
  const problem = !first ? 'it has the wrong form' : first.field ? `"${first.field}": ${first.message}` : first.message
  throw new AppError('invalid-request', `The ${where} is not valid. ${problem}`, { details })
}

function toFieldIssues(issue: z.core.$ZodIssue): FieldIssue[] {
  const path = issue.path.map(String)
  if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.'), message: issue.message }]
  return issue.keys.map(key => ({ field: [...path, key].join('.'), message: 'This field is not known here.' }))
}
