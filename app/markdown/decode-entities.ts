let area: HTMLTextAreaElement | undefined

/**
 * Stands in for the `entities` package in the browser, which knows all 2,231 names already. The content of a textarea is
 * text to the parser: nothing in it becomes an element, loads or runs.
 */
export function decodeHTML(text: string): string {
  if (!text.includes('&')) return text
  area ??= document.createElement('textarea')
  area.innerHTML = text
  return area.value
}

export const decodeHTMLStrict = decodeHTML
