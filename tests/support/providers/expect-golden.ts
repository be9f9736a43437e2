import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { expect } from 'vitest'

/** Compares a text with a provider's golden file, or says how to write one that is missing. */
export async function expectGolden(text: string, { id, file }: { readonly id: string, readonly file: string }): Promise<void> {
  const path = `tests/fixtures/providers/${id}/${file}`
  const isMissing = !existsSync(path)
  try {
    await expect(text).toMatchFileSnapshot(resolve(path))
  }
  catch (error) {
    if (!isMissing) throw error
    const suite = relative('', expect.getState().testPath ?? '')
    throw new Error(`${path} is missing. Write it, and read it: npx vitest run --project unit ${suite} --update -t ${id}`, { cause: error })
  }
}
