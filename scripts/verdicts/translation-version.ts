import { createHash } from 'node:crypto'
import { providers } from '#server/providers'
import { judgeTools } from './judge-tools'
import { readAwkwardTools, readToolCollections } from './recorded-tools'

export const TRANSLATION_VERSION_FILE = 'server/providers/translation-version.ts'

/** What the version file has to say: a number that comes from what becomes of every recorded and awkward tool at every target. */
export async function describeTranslationVersion(): Promise<string> {
  const targets = providers.flatMap(provider => provider.toolTargets)
  const said = judgeTools([...await readToolCollections(), readAwkwardTools()], targets).map(({ translation }) => translation)
  const digest = createHash('sha256').update(JSON.stringify([targets.map(target => target.id), said])).digest()
  return `/**
 * Of what a tool becomes at the providers: verdicts that are stored under another number are computed again.
 * Written by \`npm run verdicts\` from the recorded tools and the awkward ones; a test compares it with the code.
 */
export const TRANSLATION_VERSION = ${digest.readUInt32BE()}
`
}
