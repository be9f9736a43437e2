import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { providers } from '#server/providers'

/*
 * What is to be known of a vendor stands in its folder: adding one is a folder and a line. So the code outside names no
 * kind, no adapter, no label, no official address and no variable of any registered provider. Comments may, as examples.
 * The built-in model is part of the product: people may read of it, but no code may compare with its name.
 */

/** Who may all the same, and why. A new entry is a decision, and is reviewed as one. */
const MAY_NAME: Readonly<Record<string, string>> = {
  'server/providers/index.ts': 'the register itself: the one line',
  'server/providers/translation.ts': 'names each translation for those who use it without the app',
  'server/settings/price-table.ts': 'one dated table that an operator checks as a whole; a vendor that is not in it has no shipped prices',
  'server/providers/kit/request/fit-settings.ts': 'advises a person which other kind takes reasoning and tools together',
}

const FILES = globSync(['app/**/*.{ts,vue}', 'server/**/*.ts', 'shared/**/*.ts', 'nuxt.config.ts'])
  .filter(file => !/^server\/providers\/(?!kit\/)[^/]+\//.test(file))
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|<!--[\s\S]*?-->/gm
const readCode = (file: string) => readFileSync(file, 'utf8').replace(COMMENT, '')
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const NAMES = providers.flatMap(({ id, label, officialBaseUrl, setup }) => setup.origin === 'built-in'
  ? []
  : [id, label, setup.kind, setup.kindLabel, new URL(officialBaseUrl).host])
const VARIABLES = providers.flatMap(({ setup }) => setup.origin === 'addable' && setup.environment
  ? [...setup.environment.keys, setup.environment.baseUrl, setup.environment.choice?.variable ?? []].flat()
  : [])
const BUILT_IN = providers.flatMap(({ id, setup }) => setup.origin === 'built-in' ? [id, setup.kind] : [])
const KNOWLEDGE = new RegExp([
  ...[...NAMES, ...VARIABLES].map(name => `(?<!\\w)${escaped(name)}(?!\\w)`),
  ...BUILT_IN.map(name => `['"\`]${escaped(name)}['"\`]`),
].join('|'), 'gi')

function findKnowledge(file: string): readonly string[] {
  return [...readCode(file).matchAll(KNOWLEDGE)].map(([found]) => `${file}: ${found}`)
}

describe('what is known of a vendor', () => {
  it('stands in the folder of the vendor and nowhere else [F013-A10]', () => {
    expect(FILES.length).toBeGreaterThan(200)
    expect(NAMES.length).toBeGreaterThan(10)
    expect(FILES.filter(file => !(file in MAY_NAME)).flatMap(findKnowledge)).toEqual([])
  })

  it('is excused for no file that holds none [F013-A10]', () => {
    expect(Object.keys(MAY_NAME).filter(file => findKnowledge(file).length === 0)).toEqual([])
  })
})
