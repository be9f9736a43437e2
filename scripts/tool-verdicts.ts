// Writes what becomes of every recorded and built-in tool at every provider: `npm run verdicts`.
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { runnerImport } from 'vite'

// Through Vite, because the aliases of the project must resolve.
const { module } = await runnerImport<typeof import('./verdicts/tool-verdicts.ts')>(resolve('scripts/verdicts/tool-verdicts.ts'), {
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '#shared': resolve('shared'), '#server': resolve('server') } },
})
await writeFile(module.VERDICTS_FILE, await module.describeToolVerdicts())
await writeFile(module.TRANSLATION_VERSION_FILE, await module.describeTranslationVersion())
process.stdout.write(`${module.VERDICTS_FILE} and ${module.TRANSLATION_VERSION_FILE} are written.\n`)
