import type { ToolDefinition } from '#shared/tool'
import { fingerprintTool } from './fingerprint'

/** A definition with its fingerprint. */
interface KnownDefinition { readonly definition: ToolDefinition, readonly fingerprint: string }

/** By fingerprint, as long as the definition is referenced elsewhere. */
const definitions = new Map<string, WeakRef<ToolDefinition>>()
const forget = new FinalizationRegistry<string>((fingerprint) => {
  // A newer object may have the same fingerprint by now.
  if (definitions.get(fingerprint)?.deref() === undefined) definitions.delete(fingerprint)
})

/**
 * One object for each definition, however often its source lists it: what is derived from a definition is remembered
 * by the object, and a list that is read again must not cost its translation again.
 */
export function poolDefinition(definition: ToolDefinition): KnownDefinition {
  const fingerprint = fingerprintTool(definition)
  const known = definitions.get(fingerprint)?.deref()
  if (known) return { definition: known, fingerprint }
  definitions.set(fingerprint, new WeakRef(definition))
  forget.register(definition, fingerprint)
  return { definition, fingerprint }
}
