import type { ToolDefinition } from '#shared/tool'
import type { ToolTarget, ToolTranslation } from '../../provider'
import type { ToolDialect } from './tool-dialect'
import { translateTools } from './translate-tools'

interface TargetOptions<Wire> {
  readonly id: string
  readonly label: string
  readonly dialect: ToolDialect<Wire>
  /** The form of strict mode alone: it refuses a tool that a request would offer without. */
  readonly isStrict?: boolean
}

/** A dialect as others see it: one tool at a time. */
export function createToolTarget<Wire>({ id, label, dialect, isStrict = false }: TargetOptions<Wire>): ToolTarget {
  return { id, label, translate: tool => translateTool(tool, dialect, isStrict) }
}

function translateTool<Wire>(tool: ToolDefinition, dialect: ToolDialect<Wire>, isStrict: boolean): ToolTranslation {
  const { wire: [wire], warnings, isStrict: isConstrained } = translateTools([tool], dialect, new Set(isStrict ? [tool.name] : []))
  const isRefused = wire === undefined || (isStrict && !isConstrained)
  if (!isRefused) return { ok: true, wire, warnings }
  const why = warnings.find(({ keyword, action }) => action === 'left-out' || keyword === 'strict')
  return { ok: false, reason: why?.reason ?? 'It cannot be expressed.', warnings: why ? [why] : [] }
}
