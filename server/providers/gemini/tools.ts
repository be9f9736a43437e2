import type { JsonSchema, ToolDefinition } from '#shared/tool'
import { createToolTarget } from '../kit/tools/tool-target'
import type { ToolDialect } from '../kit/tools/tool-dialect'
import { translateTools, type TranslatedTools } from '../kit/tools/translate-tools'
import { GEMINI_NAME_RULE, GEMINI_OPENAPI_SCHEMA, GEMINI_SCHEMA } from './gemini-dialect'

export interface WireDeclaration {
  readonly name: string
  readonly description: string
  readonly parametersJsonSchema?: JsonSchema
  /** Knows only a part of OpenAPI 3.0. Never beside the other one; absent for a tool without parameters. */
  readonly parameters?: JsonSchema
}

/** "Max 512 declarations"; what fails earlier is the size of all schemas together, which nobody can tell beforehand. */
const MAX_TOOLS = 512

const DIALECT: ToolDialect<WireDeclaration> = {
  nameRule: GEMINI_NAME_RULE,
  schema: GEMINI_SCHEMA,
  isStrictByMode: true,
  maxTools: MAX_TOOLS,
  toWire: ({ name, description, schema }) => ({ name, description, parametersJsonSchema: schema }),
}

const OPENAPI_DIALECT: ToolDialect<WireDeclaration> = {
  ...DIALECT,
  schema: GEMINI_OPENAPI_SCHEMA,
  // "should be non-empty for OBJECT type": github.com/agno-agi/agno/issues/2112
  toWire: ({ name, description, schema }) => ({ name, description, ...(hasProperties(schema) && { parameters: schema }) }),
}

function hasProperties({ properties }: JsonSchema): boolean {
  return typeof properties === 'object' && properties !== null && Object.keys(properties).length > 0
}

export interface ToolOptions {
  /** Whether the endpoint or the model knows only the older field. */
  readonly isOpenApi?: boolean
  readonly strictTools?: ReadonlySet<string>
}

export function toWireTools(
  tools: readonly ToolDefinition[], { isOpenApi = false, strictTools }: ToolOptions = {},
): TranslatedTools<WireDeclaration> {
  return translateTools(tools, isOpenApi ? OPENAPI_DIALECT : DIALECT, strictTools)
}

export const TOOL_TARGETS = [
  createToolTarget({ id: 'gemini', label: 'Gemini', dialect: DIALECT }),
  createToolTarget({ id: 'gemini-openapi', label: 'Gemini (OpenAPI form)', dialect: OPENAPI_DIALECT }),
]
