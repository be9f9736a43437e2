import type { UserContent } from '#shared/content'

/** A message for the audit: media as their kind and size, because the run's first event holds them and no secret is looked for in them. */
export function leaveOutMedia(content: UserContent): unknown[] {
  return content.map((block) => {
    if (block.type === 'text') return block
    if (block.type === 'resource') return { ...block, resource: { ...block.resource, ...(block.resource.blob !== undefined && { blob: describe(block.resource.blob) }) } }
    return { ...block, data: describe(block.data) }
  })
}

function describe(data: string): string {
  return `[${data.length} characters of media left out]`
}
