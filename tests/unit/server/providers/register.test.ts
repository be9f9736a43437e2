import { describe, expect, it } from 'vitest'
import { providers } from '#server/providers'
import type { ProviderEnvironment } from '#server/providers/provider'

const environments = providers.flatMap(({ setup }) => setup.origin === 'addable' ? setup.environment ?? [] : [])
const variablesOf = ({ keys, baseUrl, choice }: ProviderEnvironment) => [...keys, baseUrl, choice?.variable ?? []].flat()

describe('the register of providers', () => {
  it('gives each adapter an id and a kind of its own', () => {
    for (const names of [
      providers.map(({ id }) => id), providers.map(({ setup }) => setup.kind), providers.map(({ setup }) => setup.kindLabel),
    ]) {
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    }
  })

  it('has an official address for every kind whose address an admin may leave out', () => {
    const lost = providers.filter(({ setup, officialBaseUrl }) => setup.origin === 'addable'
      && !setup.ownServer
      && !URL.canParse(officialBaseUrl))
    expect(lost.map(({ id }) => id)).toEqual([])
  })

  it('lets adapters share variables only as one provider, and tells them apart by a choice', () => {
    for (const one of environments) {
      const sharing = environments.filter(other => other !== one
        && (other.id === one.id || variablesOf(other).some(name => variablesOf(one).includes(name))))
      for (const other of sharing) {
        expect({ ...other, name: one.name, choice: undefined }).toEqual({ ...one, choice: undefined })
        expect([other.choice?.variable, one.choice?.value === other.choice?.value]).toEqual([one.choice?.variable, false])
        for (const baseUrl of [undefined, 'https://api.openai.com/v1', 'http://127.0.0.1/v1']) {
          expect(other.choice?.fits(baseUrl)).toBe(!one.choice?.fits(baseUrl))
        }
      }
    }
  })
})
