import type { z } from 'zod'

/** What a vendor would say against a request body; empty when it would take it. */
export type VendorRules = (body: unknown) => readonly string[]

export function describeIssues(error: z.ZodError): string[] {
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

/** How the base64 of each type of picture begins. */
const IMAGE_HEADS: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgo', 'image/jpeg': '/9j/', 'image/gif': 'R0lGOD', 'image/webp': 'UklGR',
}

/** "The image was specified using the image/png media type, but the image appears to be a image/jpeg image." */
export function isMediaOf(mimeType: string, data: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(data) && data.startsWith(IMAGE_HEADS[mimeType] ?? '')
}

export function isDataUrl(url: string): boolean {
  const [, mimeType = '', data = ''] = /^data:([^;]+);base64,(.+)$/s.exec(url) ?? []
  return data !== '' && isMediaOf(mimeType, data)
}
