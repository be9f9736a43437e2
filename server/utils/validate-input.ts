import type { z } from 'zod'
import type { FieldIssue } from '#shared/api-error'
import { AppError } from '#server/errors'

/** Who sends more mistakes than this learns nothing from the rest. */
const MAX_ISSUES = 50

/** What the schema makes of `value`; else `invalid-request` that names the first wrong field and lists them all. */
export function validateInput<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.slice(0, MAX_ISSUES).flatMap(issue => toFieldIssues(issue)).slice(0, MAX_ISSUES)
  const first = details[0]
  const detail = !first ? 'it has the wrong form' : first.field ? `"${first.field}": ${first.message}` : first.message
  throw new AppError('invalid-request', `The ${where} is not valid. ${detail}`, { details })
}

function toFieldIssues(issue: z.core.$ZodIssue, parents: readonly string[] = []): FieldIssue[] {
  const path = [...parents, ...issue.path.map(String)]
  if (issue.code === 'invalid_union') {
    const meant = findMeantForm(issue.errors)
    if (meant) return meant.flatMap(inner => toFieldIssues(inner, path))
  }
  if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.'), message: issue.message }]
  return issue.keys.slice(0, MAX_ISSUES).map(key => ({ field: [...path, key].join('.'), message: 'Unknown field.' }))
}

/** Of the forms that a value may have, the only one whose type it has: what is wrong with it is worth saying. */
function findMeantForm(errors: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  const meant = errors.filter(issues => issues.every(({ code, path }) => code !== 'invalid_type' || path.length > 0))
  return meant.length === 1 && meant[0]?.length ? meant[0] : undefined
}
