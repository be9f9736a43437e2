import { cutText, shortenText } from '#shared/cut-text'

/** JSON of a value as far as it fits, and an ellipsis: it stops reading when the limit is reached, however large the value is. */
export function printShort(value: unknown, maxLength = 160): string {
  const pieces: string[] = []
  let left = maxLength
  const write = (text: string) => {
    pieces.push(text)
    left -= text.length
  }

  function print(node: unknown): void {
    if (left <= 0) return
    if (typeof node === 'string') write(JSON.stringify(cutText(node, left + 1)))
    else if (typeof node !== 'object' || node === null) write(String(JSON.stringify(node)))
    else if (Array.isArray(node)) printEntries(node.map((entry: unknown) => ['', entry] as const), '[]')
    else printEntries(Object.entries(node).map(([name, entry]) => [`${JSON.stringify(name)}:`, entry] as const), '{}')
  }

  function printEntries(entries: readonly (readonly [string, unknown])[], brackets: string): void {
    write(brackets.charAt(0))
    for (const [index, [label, entry]] of entries.entries()) {
      if (left <= 0) return
      write(index > 0 ? `,${label}` : label)
      print(entry)
    }
    write(brackets.charAt(1))
  }

  print(value)
  return shortenText(pieces.join(''), maxLength)
}
