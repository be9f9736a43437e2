import type { WireContent } from './content'

/**
 * Turns that alternate, begin with the user and end there. Whether the service would take others is not documented, and
 * this form is taken always. Function responses keep a content of their own: they are counted against the calls before.
 */
export function frameContents(contents: readonly WireContent[]): WireContent[] {
  const merged: WireContent[] = []
  for (const content of contents) {
    const last = merged.at(-1)
    // Parts stay as they are: what joins are the pieces of an answer that went on, or was stopped and asked for again.
    if (last?.role === content.role && !isResponse(last) && !isResponse(content)) {
      merged[merged.length - 1] = { role: last.role, parts: [...last.parts, ...content.parts] }
    }
    else merged.push(content)
  }
  const first = merged[0]?.role === 'user' ? [] : [sayAsUser('The conversation began earlier.')]
  return [...first, ...merged, ...(merged.at(-1)?.role === 'model' ? [sayAsUser('Continue.')] : [])]
}

function isResponse({ parts }: WireContent): boolean {
  return parts.some(part => typeof part === 'object' && part !== null && 'functionResponse' in part)
}

function sayAsUser(text: string): WireContent {
  return { role: 'user', parts: [{ text }] }
}
