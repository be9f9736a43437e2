import type { JsonSchema } from '#shared/tool'
import type { SchemaDialect } from '../schema/schema-dialect'
import type { NameRule } from '../tool-names'

/** The parts of a tool as they go out. */
interface ToolParts {
  readonly name: string
  readonly description: string
  readonly schema: JsonSchema
  readonly isStrict: boolean
}

/** Limits over all strict tools of one request; beyond them a tool goes out without. */
interface StrictBudget {
  readonly tools: number
  readonly optionalProperties: number
  readonly unionProperties: number
}

/**
 * How one vendor takes tools. Made once, as a constant: translations are remembered by its identity, so `toWire` must
 * depend on nothing but its argument.
 */
export interface ToolDialect<Wire> {
  readonly nameRule: NameRule
  readonly schema: SchemaDialect
  /** Absent: there is no strict mode. */
  readonly strictSchema?: SchemaDialect
  readonly strictBudget?: StrictBudget
  /** Strict mode is a switch of the request, not of a tool: the schema is the same, and any tool may be asked for. */
  readonly isStrictByMode?: boolean
  /** Most tools in one request. */
  readonly maxTools?: number
  /** Longest description of a tool, in characters. */
  readonly maxDescription?: number
  /** Most characters of JSON that all tools together may take. */
  readonly maxText?: number
  readonly toWire: (parts: ToolParts) => Wire
}
