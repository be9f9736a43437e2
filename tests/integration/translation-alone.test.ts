import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { createTemporaryFolder } from '../support/temporary-folder'

const run = promisify(execFile)

const SCRIPT = `
import { translation } from './translation.mjs'
const inputSchema = { type: 'object', properties: { path: { type: 'string', pattern: '^/' } } }
const tools = [{ name: 'files.read', description: 'Reads.', inputSchema, annotations: {} }]
const { wire, warnings, names } = translation.tools.gemini(tools)
const model = 'claude-sonnet-5'
const request = translation.requests.anthropic(
  { model, messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }], tools },
  { adapter: 'anthropic', endpoint: 'https://api.anthropic.com', model },
)
console.log(JSON.stringify({
  name: names.fromWire(wire[0].name),
  keyword: warnings[0].keyword,
  tool: request.wire.tools[0].name,
  profile: translation.chooseProfile({ baseUrl: 'http://127.0.0.1:11434/v1' }).id,
}))
`

it('translates in plain Node, without the app around it [F019-A9]', { timeout: 60_000 }, async () => {
  const folder = await createTemporaryFolder()
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '#shared': resolve('shared') } },
    ssr: { noExternal: true },
    build: {
      ssr: true, minify: false, outDir: folder,
      rolldownOptions: { input: 'server/providers/translation.ts', output: { entryFileNames: '[name].mjs' } },
    },
  })
  await writeFile(join(folder, 'script.mjs'), SCRIPT)
  // No environment at all: neither a path nor a setting is needed.
  const { stdout } = await run(process.execPath, [join(folder, 'script.mjs')], { cwd: folder, env: {} })
  expect(JSON.parse(stdout)).toEqual({ name: 'files.read', keyword: 'pattern', tool: 'files_read', profile: 'ollama' })
})
