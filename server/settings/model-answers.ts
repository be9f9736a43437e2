import { askForModels, type ModelAnswer } from './ask-for-models'
import type { ConfiguredProvider } from './configured-provider'
import type { ProviderContext } from './provider-context'

const KEPT_MS = 5 * 60 * 1000
/** A vendor that was away is asked again sooner, but not by each page that opens. */
const ERROR_KEPT_MS = 30 * 1000
const LIST_TIMEOUT_MS = 3000

interface Entry { readonly revision: string, readonly answer: Promise<ModelAnswer>, keptUntil: number }

/** What the vendors said when they were last asked for their models, remembered for a while. */
export interface ModelAnswers {
  ask(configured: ConfiguredProvider): Promise<ModelAnswer>
  /** Where nothing has to be asked, only an error that is known already counts: whether it still holds is asked again. */
  askIfItFailed(configured: ConfiguredProvider): Promise<ModelAnswer>
  /** What came of asking elsewhere. */
  remember(configured: ConfiguredProvider, answer: ModelAnswer): void
  forget(providerId: string): void
}

export function createModelAnswers(context: ProviderContext): ModelAnswers {
  const entries = new Map<string, Entry>()
  const keepUntil = ({ ok }: ModelAnswer) => context.now().getTime() + (ok ? KEPT_MS : ERROR_KEPT_MS)

  async function ask(configured: ConfiguredProvider): Promise<ModelAnswer> {
    const known = entries.get(configured.id)
    if (known?.revision === configured.revision && context.now().getTime() < known.keptUntil) return known.answer
    const answer = askForModels(context, configured, context.timeouts?.listMs ?? LIST_TIMEOUT_MS)
    // Until it is answered, everyone waits for the same question.
    const entry: Entry = { revision: configured.revision, answer, keptUntil: Number.POSITIVE_INFINITY }
    entries.set(configured.id, entry)
    entry.keptUntil = keepUntil(await answer)
    return answer
  }

  return {
    ask,
    askIfItFailed: async (configured) => {
      const known = entries.get(configured.id)
      if (known?.revision !== configured.revision || (await known.answer).ok) return { ok: true, models: null }
      return ask(configured)
    },
    remember: ({ id, revision }, answer) => {
      entries.set(id, { revision, answer: Promise.resolve(answer), keptUntil: keepUntil(answer) })
    },
    forget: (providerId) => {
      entries.delete(providerId)
    },
  }
}
