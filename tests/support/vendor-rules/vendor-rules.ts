import type { z } from 'zod'

/** What a vendor would say against a request body; empty when it would take it. */
export type VendorRules = (body: unknown) => readonly string[]

export function describeProblems(error: z.ZodError): string[] {
  return error.issues.flatMap(function describe(issue): string[] {
    const nested = issue.code === 'invalid_union' ? issue.errors.flat().flatMap(describe) : []
    return [`${issue.path.join('/')}: ${issue.message}`, ...nested]
  })
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}

export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  }
  catch {
    return false
  }
}
