import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { vi } from 'vitest'
import { createPluginContext } from '#server/tools/create-plugin-context'
import { createDemoWorkspace } from '#server/tools/demo-workspace/create-demo-workspace'
import type { PluginContext } from '#server/tools/plugins/define-plugin'
import { createTemporaryFolder } from './temporary-folder'

const CANARY = 'canary: no tool may read this'
/** Lies beside each canary and is part of no argument, so that an answer that holds it comes from a list of that folder. */
const UNLISTED = 'unlisted-by-every-tool.txt'

/** What no answer of a tool may hold, as text or as the data of an image. */
export const SECRETS = [CANARY, Buffer.from(CANARY).toString('base64').slice(0, 32), UNLISTED]

export interface PluginSandbox {
  readonly context: PluginContext
  readonly workspace: string
  /** Paths that lead out of the workspace, each in a form of its own. */
  readonly hostileValues: readonly string[]
  /** Every file, folder and link of the workspace with its content. */
  readonly readWorkspace: () => Promise<Snapshot>
  /** The same beside the workspace, and when each was changed. */
  readonly readOutside: () => Promise<Snapshot>
}

export type Snapshot = ReadonlyMap<string, string>

/** The demo workspace with links that lead out of it, between `secrets.key`, a sibling whose name starts the same, and the databases. */
export async function createPluginSandbox(): Promise<PluginSandbox> {
  const folder = await createTemporaryFolder()
  const at = (path: string) => join(folder, path)
  for (const name of ['workspace', 'workspace-sibling']) await mkdir(at(name))
  await createDemoWorkspace({ workspaceRoot: at('workspace'), databaseDirectory: at('databases') })
  for (const name of ['secrets.key', 'workspace-sibling/secrets.key']) await writeFile(at(name), CANARY)
  for (const name of ['', 'workspace-sibling', 'databases']) await writeFile(join(at(name), UNLISTED), '')
  for (const [name, target] of LINKS) await symlink(target, join(at('workspace'), name))
  // For a tool that expands `~`.
  vi.stubEnv('HOME', folder)
  return {
    context: createPluginContext({
      workspaceRoots: [at('workspace')], databaseDirectory: at('databases'), appDirectory: resolve('.'), weatherSource: 'sample',
    }),
    workspace: at('workspace'),
    hostileValues: listHostileValues(folder),
    readWorkspace: () => readSnapshot(at('workspace'), describeContent),
    readOutside: () => readSnapshot(folder, describeFile, ['workspace']),
  }
}

const LINKS = [
  ['link-to-file', '../secrets.key'],
  ['link-to-folder', '../workspace-sibling'],
  ['link-to-nothing', '../workspace-sibling/new.txt'],
  ['link-to-link', 'link-to-folder'],
] as const

function listHostileValues(folder: string): string[] {
  return [
    '..', '../secrets.key', './../secrets.key', 'notes/../../secrets.key', '..//secrets.key', '../new.txt',
    '../workspace-sibling', '../workspace-sibling/secrets.key', '../workspace/../secrets.key',
    folder, join(folder, 'secrets.key'), join(folder, 'new.txt'), join(folder, 'workspace-sibling', 'secrets.key'),
    `/${folder}/secrets.key`,
    'link-to-file', 'link-to-folder', 'link-to-folder/secrets.key', 'link-to-folder/new.txt', 'link-to-folder/new/deep.txt',
    'link-to-nothing', 'link-to-link/secrets.key',
    '../secrets.key\0', '../secrets.key\0.md', '\0../secrets.key',
    '~', '~/secrets.key',
    `file://${folder}/secrets.key`, 'file:../secrets.key',
    '..%2fsecrets.key', '%2e%2e/secrets.key', '%2E%2E%2Fsecrets.key', '%252e%252e%252fsecrets.key',
    '..\\secrets.key', 'notes\\..\\..\\secrets.key', '..\\/secrets.key',
  ]
}

async function readSnapshot(
  folder: string, describe: (path: string) => Promise<string>, leftOut: readonly string[] = [],
): Promise<Snapshot> {
  const snapshot = new Map<string, string>()
  const visit = async (below: string) => {
    const entries = await readdir(join(folder, below), { withFileTypes: true })
    for (const entry of entries.sort((left, right) => left.name < right.name ? -1 : 1)) {
      const name = join(below, entry.name)
      if (leftOut.includes(name)) continue
      if (entry.isSymbolicLink()) snapshot.set(name, `link to ${await readlink(join(folder, name))}`)
      else if (entry.isFile()) snapshot.set(name, await describe(join(folder, name)))
      else snapshot.set(name, 'not a file')
      if (entry.isDirectory()) await visit(name)
    }
  }
  await visit('')
  return snapshot
}

async function describeContent(path: string): Promise<string> {
  const bytes = await readFile(path)
  return `${bytes.length} bytes ${createHash('sha256').update(bytes).digest('hex')}`
}

async function describeFile(path: string): Promise<string> {
  const { mtimeMs } = await stat(path)
  return `${await describeContent(path)} ${mtimeMs}`
}
