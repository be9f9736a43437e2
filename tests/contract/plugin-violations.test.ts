import { readFile, readdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { definePlugin, defineTool, textResult } from '#server/tools/plugins/define-plugin'
import { findPluginViolations } from '../support/find-plugin-violations'
import { createPluginSandbox } from '../support/plugin-sandbox'

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const WRITES = { ...READS, readOnlyHint: false, destructiveHint: true }

interface Fixture {
  readonly annotations: typeof READS
  /** What the tool does with the text that it got, in the folder of the workspace; its answer. */
  readonly act: (root: string, text: string) => Promise<unknown>
}

/** The violations of a plugin whose only tool has a path under a name that does not tell. */
async function check({ annotations, act }: Fixture): Promise<string[]> {
  const sandbox = await createPluginSandbox()
  const tool = defineTool({
    name: 'note', title: 'Note', description: 'A tool of a test.', annotations, input: z.strictObject({ note: z.string() }),
    run: async ({ note }) => textResult(JSON.stringify(await act(sandbox.workspace, note))),
  })
  const source = definePlugin('note', 'Note', [tool])
  return findPluginViolations({ source, definition: tool.definition, good: { note: 'note.md' }, sandbox })
}

it.each<[string, Fixture, string]>([
  [
    'writes to a joined path', { annotations: WRITES, act: (root, text) => writeFile(join(root, text), 'new') },
    '"../secrets.key" changes secrets.key outside',
  ],
  [
    'creates files at a joined path', { annotations: WRITES, act: (root, text) => writeFile(join(root, text), 'new') },
    '"../new.txt" changes new.txt outside',
  ],
  [
    'writes through links', { annotations: WRITES, act: (root, text) => writeFile(join(root, text), 'new') },
    '"link-to-folder/secrets.key" changes workspace-sibling/secrets.key outside',
  ],
  [
    'reads a joined path', { annotations: READS, act: (root, text) => readFile(join(root, text), 'utf8') },
    '"notes/../../secrets.key" answers with "canary',
  ],
  [
    'reads an absolute path', { annotations: READS, act: (_root, text) => readFile(text, 'utf8') },
    '/workspace-sibling/secrets.key" answers with "canary',
  ],
  ['compares the start of the text', {
    annotations: READS, act: async (root, text) => join(root, text).startsWith(root) ? readFile(join(root, text), 'utf8') : '',
  }, '"../workspace-sibling/secrets.key" answers with "canary'],
  ['decodes after its check', {
    annotations: READS, act: async (root, text) => text.includes('..') ? '' : readFile(join(root, decodeURIComponent(text)), 'utf8'),
  }, '"%2E%2E%2Fsecrets.key" answers with "canary'],
  ['cuts at NUL after its check', {
    annotations: READS, act: async (root, text) => text.endsWith('.md') ? readFile(join(root, text.split('\0')[0] ?? ''), 'utf8') : '',
  }, '"../secrets.key\\u0000.md" answers with "canary'],
  ['takes backslashes for separators', {
    annotations: READS, act: async (root, text) => text.includes('/') ? '' : readFile(join(root, text.replaceAll('\\', '/')), 'utf8'),
  }, '"..\\\\secrets.key" answers with "canary'],
  [
    'expands the home folder', { annotations: READS, act: (_root, text) => readFile(text.replace('~', homedir()), 'utf8') },
    '"~/secrets.key" answers with "canary',
  ],
  ['opens URLs', { annotations: READS, act: (_root, text) => readFile(fileURLToPath(text), 'utf8') }, '/secrets.key" answers with "canary'],
  ['lists a joined path', { annotations: READS, act: (root, text) => readdir(join(root, text)) }, '".." answers with "unlisted'],
  [
    'answers with bytes as base64', { annotations: READS, act: (root, text) => readFile(join(root, text), 'base64') },
    '"../secrets.key" answers with',
  ],
  [
    'writes and says that it only reads', { annotations: READS, act: root => writeFile(join(root, 'log.txt'), 'called') },
    'its good arguments says that it only reads, and changes log.txt',
  ],
])('the contract of plugins reports a tool that %s [F003-A95]', async (_what, fixture, violation) => {
  expect(await check(fixture)).toContainEqual(expect.stringContaining(violation))
})

it('the contract of plugins reports nothing of a tool that uses the workspace [F003-A95]', async () => {
  const sandbox = await createPluginSandbox()
  const tool = defineTool({
    name: 'note', title: 'Note', description: 'A tool of a test.', annotations: WRITES, input: z.strictObject({ note: z.string() }),
    run: async ({ note }, { signal }) => textResult((await sandbox.context.workspace.writeFile(note, 'new', signal)).path),
  })
  const source = definePlugin('note', 'Note', [tool])
  expect(await findPluginViolations({ source, definition: tool.definition, good: { note: 'note.md' }, sandbox })).toEqual([])
  expect(await readFile(join(sandbox.workspace, 'note.md'), 'utf8')).toBe('new')
})
