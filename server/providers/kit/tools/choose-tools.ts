import type { TranslationWarning } from '#shared/run-event'
import type { ToolDefinition } from '#shared/tool'
import type { Finding } from '../schema/schema-walk'
import type { ToolDialect } from './tool-dialect'
import { toToolForms, type ToolForm } from './tool-form'
import { toWireTool } from './wire-tool'

interface ChosenTool {
  readonly tool: ToolDefinition
  readonly form: ToolForm
}

interface Chosen {
  readonly chosen: readonly ChosenTool[]
  readonly warnings: readonly TranslationWarning[]
}

/**
 * Which tools go out and in which form: in the order given, so that the same list always means the same tools. What a
 * limit or the dialect keeps out gets a warning and never fails the request.
 */
export function chooseTools<Wire>(tools: readonly ToolDefinition[], dialect: ToolDialect<Wire>, strict: ReadonlySet<string>): Chosen {
  const chosen: ChosenTool[] = []
  const names = new Set<string>()
  const warnings: TranslationWarning[] = []
  const spent = { tools: 0, optionalProperties: 0, unionProperties: 0 }
  let textLeft = dialect.maxText ?? Infinity
  const leaveOut = (tool: ToolDefinition, keyword: string, reason: string) => warnings.push({
    tool: tool.name, path: '', keyword, action: 'left-out', reason,
  })

  for (const tool of tools) {
    if (names.has(tool.name)) {
      leaveOut(
        tool, 'name', 'In the same request another tool of this name stands before it, and a call could not say which of them it means.',
      )
      continue
    }
    const forms = toToolForms(tool, dialect, strict.has(tool.name))
    if (!forms.ok) {
      warnings.push({ tool: tool.name, ...forms.refusal, action: 'left-out' })
      continue
    }
    if (dialect.maxTools !== undefined && chosen.length >= dialect.maxTools) {
      leaveOut(tool, 'tools', `The provider takes ${dialect.maxTools} tools in one request.`)
      continue
    }
    const form = chooseForm(forms.plain, forms.strict, fitsBudget(forms.strict, spent, dialect))
    // The name is not known yet, and of no weight beside the schema.
    const length = dialect.maxText === undefined ? 0 : toWireTool(form, tool.name, dialect).text.length
    if (length > textLeft) {
      leaveOut(tool, 'tools', `All tools together may take ${dialect.maxText} characters there.`)
      continue
    }
    textLeft -= length
    if (form.isStrict) spend(form, spent)
    chosen.push({ tool, form })
    names.add(tool.name)
    for (const finding of form.findings) warnings.push({ tool: tool.name, ...finding })
    if (!form.isStrict && strict.has(tool.name)) warnings.push(explainPlain(tool, forms.strictRefusal, dialect))
  }
  return { chosen, warnings }
}

interface Spent { tools: number, optionalProperties: number, unionProperties: number }

function chooseForm(plain: ToolForm, strict: ToolForm | undefined, fits: boolean): ToolForm {
  return strict && fits ? strict : plain
}

function fitsBudget<Wire>(form: ToolForm | undefined, spent: Spent, { strictBudget }: ToolDialect<Wire>): boolean {
  if (!form || !strictBudget) return true
  return spent.tools < strictBudget.tools
    && spent.optionalProperties + form.optionalProperties <= strictBudget.optionalProperties
    && spent.unionProperties + form.unionProperties <= strictBudget.unionProperties
}

function spend(form: ToolForm, spent: Spent): void {
  spent.tools += 1
  spent.optionalProperties += form.optionalProperties
  spent.unionProperties += form.unionProperties
}

function explainPlain<Wire>(tool: ToolDefinition, refusal: Finding | undefined, { strictBudget }: ToolDialect<Wire>): TranslationWarning {
  const why = refusal?.reason
    ?? `The strict tools of one request have a budget that it would exceed: ${strictBudget?.tools} tools, `
    + `${strictBudget?.optionalProperties} optional properties, ${strictBudget?.unionProperties} unions.`
  return { tool: tool.name, path: refusal?.path ?? '', keyword: 'strict', action: 'removed', reason: `Offered without strict mode. ${why}` }
}
