import type { ToolAnnotations } from '#shared/tool'

/**
 * A tool's hints as sentences for the person who decides. They are the source's own claims, and absent means unknown.
 * That it may delete is left out: the reason for the approval says so.
 */
export function annotationWords(annotations: ToolAnnotations): readonly string[] {
  return [
    annotations.readOnlyHint === true && 'It says it only reads.',
    annotations.readOnlyHint === false && annotations.destructiveHint !== true && 'It changes things.',
    annotations.openWorldHint === true && 'It reaches outside this machine.',
  ].filter(word => word !== false)
}
