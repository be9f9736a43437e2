import { isNode, type SchemaNode } from './schema-nodes'

/** The input schema in any vendor's form of a tool; undefined for a tool that is sent without one. */
export function readWireSchema(wire: unknown): SchemaNode | undefined {
  if (!isNode(wire)) return undefined
  const tool = isNode(wire.function) ? wire.function : wire
  return [tool.input_schema, tool.parametersJsonSchema, tool.parameters].find(isNode)
}
