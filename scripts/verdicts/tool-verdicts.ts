import { providers } from '#server/providers'
import { judgeTools } from './judge-tools'
import { readToolCollections } from './recorded-tools'
import { renderVerdicts } from './render-verdicts'

export { describeTranslationVersion, TRANSLATION_VERSION_FILE } from './translation-version'

export const VERDICTS_FILE = '.specify/tool-verdicts.md'

/** What the verdict file has to say. */
export async function describeToolVerdicts(): Promise<string> {
  const collections = await readToolCollections()
  const targets = providers.flatMap(provider => provider.toolTargets)
  return renderVerdicts({ collections, targets, judgements: judgeTools(collections, targets) })
}
