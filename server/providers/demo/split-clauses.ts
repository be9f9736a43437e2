/** Verbs that open a new wish; "in Tokyo" after "and" opens none. */
const WISH = /^(?:(?:please|then|also|finally|next|now|and)\s+)*(?:look|find|get|list|show|read|write|search|calculate|compute|work out|add|sum|total|save|store|open|print|count|summari[sz]e|shorten|tell|give|create|make|put|run|call|fetch|check|query|send|delete|remove|update|set|convert|translate|compare|what|which|who|how|where|when|append|move|copy|rename)\b/i
const BREAK = /(?:[,;]\s*(?:and\s+)?(?:then\s+)?|\.\s+|\?\s+|!\s+|\n+|\s+(?:and\s+)?then\s+|\s+and\s+)/gi
const RAW_SQL = /\b(?:select\b[\s\S]+\bfrom|with\b[\s\S]+\bas\s*\()\b/i
const SUMMARISE_SOURCE = /^((?:please\s+)?(?:summari[sz]e|shorten|sum up))\s+(?:the\s+(?:file|note|text|contents? of)\s+)*(\S+\.\w{1,5}|\S+\/\S+)(.*)$/i

/** Cuts a request into wishes, in order. A piece that opens no new wish stays with the one before it. */
export function splitClauses(request: string): string[] {
  const text = request.trim().replace(/[.?!]+$/, '')
  if (RAW_SQL.test(text)) return [text]
  const { masked, restore } = maskQuoted(text)
  const clauses: string[] = []
  for (const { separator, piece } of cut(masked)) {
    if (clauses.length > 0 && !WISH.test(piece)) clauses[clauses.length - 1] += separator + piece
    else clauses.push(piece)
  }
  return clauses.map(restore).flatMap(expandSummary)
}

/** A comma between quotes parts nothing. */
function maskQuoted(text: string): { masked: string, restore: (piece: string) => string } {
  const quotes: string[] = []
  const masked = text.replace(/"[^"]*"|“[^“”]*”|`[^`]*`/g, quote => `\u0000${quotes.push(quote) - 1}\u0000`)
  const restore = (piece: string) => piece.split('\u0000')
    .map((part, index) => index % 2 === 1 ? quotes[Number(part)] ?? '' : part).join('')
  return { masked, restore }
}

function cut(text: string): { separator: string, piece: string }[] {
  const pieces: { separator: string, piece: string }[] = []
  let start = 0
  let separator = ''
  for (const match of text.matchAll(BREAK)) {
    const piece = text.slice(start, match.index).trim()
    if (piece !== '') pieces.push({ separator, piece })
    separator = match[0]
    start = match.index + match[0].length
  }
  const rest = text.slice(start).trim()
  return rest === '' ? pieces : [...pieces, { separator, piece: rest }]
}

/** To summarise a file is to read it first. */
function expandSummary(clause: string): string[] {
  const match = SUMMARISE_SOURCE.exec(clause)
  return match ? [`read ${match[2]}`, `${match[1]} it${match[3]}`] : [clause]
}
