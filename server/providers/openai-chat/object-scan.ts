export interface ObjectScan {
  /**
   * Whether the text so far is one closed JSON object, which nothing can be added to. Not a reason to close a call by
   * itself: only a hint when a later fragment could belong to it or to another.
   */
  isClosed(): boolean
}

/** Counts braces over pieces that are still being added. Each character is looked at once, however often it is asked. */
export function createObjectScan(pieces: readonly string[]): ObjectScan {
  let next = 0
  let depth = 0
  let began = false
  let inString = false
  let isEscaped = false

  function readCharacter(character: string): void {
    if (isEscaped) isEscaped = false
    else if (inString) {
      if (character === '\\') isEscaped = true
      else if (character === '"') inString = false
    }
    else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      began = true
      depth += 1
    }
    else if (character === '}' || character === ']') depth -= 1
  }

  return {
    isClosed: () => {
      for (; next < pieces.length; next += 1) {
        for (const character of pieces[next] ?? '') readCharacter(character)
      }
      return began && depth <= 0 && !inString
    },
  }
}
