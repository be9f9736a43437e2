import { z } from 'zod'
import { toolMarkSchema } from './compatibility'

/** A JSON Schema (2020-12 unless it says otherwise), kept as it was given. */
const jsonSchemaSchema = z.record(z.string(), z.unknown())
export type JsonSchema = Readonly<Record<string, unknown>>

/** MCP tool annotations: hints, and untrusted unless the source is trusted. Absent means unknown, not false. */
const toolAnnotationsSchema = z.looseObject({
  title: z.string().optional(),
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
})
export type ToolAnnotations = z.infer<typeof toolAnnotationsSchema>

/** A tool as its source describes it (MCP 2026-07-28 `Tool`). Provider forms are derived from this and never stored instead. */
export const toolDefinitionSchema = z.object({
  name: z.string().min(1).max(128),
  title: z.string().optional(),
  description: z.string().default(''),
  inputSchema: jsonSchemaSchema,
  outputSchema: jsonSchemaSchema.optional(),
  annotations: toolAnnotationsSchema.default({}),
})
export type ToolDefinition = z.infer<typeof toolDefinitionSchema>

const toolSourceKindSchema = z.enum(['plugin', 'internal', 'stdio', 'http', 'sse', 'unix'])
export type ToolSourceKind = z.infer<typeof toolSourceKindSchema>

/** `allow`: runs without asking. `ask`: a person decides each call. `deny`: never runs. */
const approvalModeSchema = z.enum(['allow', 'ask', 'deny'])
export type ApprovalMode = z.infer<typeof approvalModeSchema>

/** One tool in `GET /api/tools`: what this caller may use or, for an admin, switch. */
export const toolListingSchema = z.object({
  /** The exposed name, unique over all sources; plugins keep their bare names. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  inputSchema: jsonSchemaSchema,
  outputSchema: jsonSchemaSchema.optional(),
  annotations: toolAnnotationsSchema,
  source: z.object({ id: z.string(), kind: toolSourceKindSchema, name: z.string(), state: z.string() }),
  originalName: z.string(),
  enabled: z.boolean(),
  approval: approvalModeSchema,
  /** Whether it is offered in the vendors' strict mode, where it qualifies. */
  strict: z.boolean(),
  groups: z.array(z.string()),
  /** Estimated tokens that offering this tool costs in each request (4 characters of its JSON to a token). */
  tokens: z.number().int(),
  /** SHA-256 of the canonical definition, hexadecimal. An approval is bound to it. */
  fingerprint: z.string(),
  /** A quarantined tool is neither offered nor called. */
  state: z.enum(['ready', 'quarantined']),
  quarantineReason: z.string().optional(),
  /** How it fares at each target, the usual one of each provider first. */
  compatibility: z.array(toolMarkSchema),
})
export type ToolListing = z.infer<typeof toolListingSchema>

export const toolPatchSchema = z.strictObject({
  enabled: z.boolean().optional(),
  approval: approvalModeSchema.optional(),
  strict: z.boolean().optional(),
})
export type ToolPatch = z.infer<typeof toolPatchSchema>

/** Which tools a run offers to the model. */
export const toolSelectionSchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('all') }),
  z.strictObject({ mode: z.literal('none') }),
  z.strictObject({ mode: z.literal('selected'), names: z.array(z.string()).max(1000) }),
  z.strictObject({ mode: z.literal('plugins'), plugins: z.array(z.string()).max(100) }),
])
export type ToolSelection = z.infer<typeof toolSelectionSchema>
