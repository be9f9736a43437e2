import type { ToolAnnotations } from '#shared/tool'

/** A tool's hints as sentences for the person who decides. They are the source's own claims, and absent means unknown. */
export function annotationWords(annotations: ToolAnnotations): readonly string[] {
  return [
    annotations.readOnlyHint === true && 'It says it only reads.',
    annotations.readOnlyHint === false && annotations.destructiveHint !== true && 'It changes things.',
    annotations.destructiveHint === true && 'It may overwrite or delete.',
    annotations.openWorldHint === true && 'It reaches outside this machine.',
  ].filter(word => word !== false)
}
