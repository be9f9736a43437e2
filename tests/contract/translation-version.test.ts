import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeTranslationVersion, TRANSLATION_VERSION_FILE } from '../../scripts/verdicts/translation-version'

it('the version of the translation changes with what becomes of the recorded and the awkward tools [F018-A2]', async () => {
  // After a change that is meant: `npm run verdicts` writes it anew.
  expect(await describeTranslationVersion()).toBe(readFileSync(TRANSLATION_VERSION_FILE, 'utf8'))
})
