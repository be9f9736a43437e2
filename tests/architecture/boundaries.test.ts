import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { registered } from '../support/providers/wired-providers'

const RUNS = [
  'shared/', 'server/errors', 'server/retry-storage', 'server/tools/outcomes', 'types:server/tools/', 'types:server/ports/',
  'server/ports/run-stopped', 'types:server/providers/provider', 'node:',
]
const PROVIDER_KIT = ['shared/', 'server/errors', 'server/providers/kit/', 'types:server/providers/provider', 'eventsource-parser', 'node:']
/** Nothing of Node: a plugin that opens files by itself can leave the workspace, so it uses the one in its context. */
const pluginFolder = (name: string) => ['shared/', `server/tools/plugins/${name}/`, 'server/tools/plugins/define-plugin', 'zod', 'mathjs']
const PLUGINS = globSync('server/tools/plugins/*/').map(folder => basename(folder))

/** Who may import whom. `types:` allows `import type` only. A room may always import itself. */
const RULES: readonly { readonly from: RegExp, readonly may: readonly string[] }[] = [
  { from: /^shared\//, may: ['shared/', 'zod'] },
  // The only place that opens connections to a vendor.
  { from: /^server\/providers\/kit\/request\/socket-fetch\.ts/, may: [...PROVIDER_KIT, 'undici'] },
  { from: /^server\/providers\/kit\/stream\/token-count\.ts/, may: ['zod'] },
  { from: /^server\/providers\/kit\//, may: PROVIDER_KIT },
  ...registered.map(({ id, harness }) => ({
    from: new RegExp(`^server/providers/${id}/`), may: [...providerFolder(id), ...harness.imports],
  })),
  { from: /^server\/providers\/demo\//, may: [...providerFolder('demo'), 'minisearch'] },
  { from: /^server\/providers\/index\.ts/, may: ['server/providers/'] },
  // Both gather all providers: one for the app, one for whoever wants the translations alone.
  { from: /^server\/providers\/translation\.ts/, may: ['server/providers/'] },
  { from: /^server\/providers\/provider\.ts/, may: ['types:shared/'] },
  { from: /^server\/providers\/translation-version\.ts/, may: [] },
  { from: /^server\/tools\/plugins\/define-plugin\.ts/, may: [
    'shared/', 'server/tools/tool-source', 'server/tools/input-issue', 'server/tools/plugins/check-tool-options',
    'types:server/tools/workspace/', 'server/tools/workspace/workspace-error', 'server/tools/workspace/decode-text',
    'server/fair-pool', 'zod',
  ] },
  { from: /^server\/tools\/plugins\/sqlite\//, may: [...pluginFolder('sqlite'), 'node:child_process', 'node:path'] },
  ...PLUGINS.map(name => ({ from: new RegExp(`^server/tools/plugins/${name}/`), may: pluginFolder(name) })),
  { from: /^server\/tools\/plugins\/[\w-]+\.ts/, may: ['shared/', 'server/tools/plugins/', 'zod'] },
  { from: /^server\/tools\/workspace\//, may: ['shared/', 'server/tools/workspace/', 'server/tools/tool-source', 'node:'] },
  { from: /^server\/tools\/demo-workspace\//, may: ['server/tools/demo-workspace/', 'better-sqlite3', 'node:'] },
  { from: /^server\/tools\//, may: [
    'shared/', 'server/errors', 'server/retry-storage', 'server/tools/', 'types:server/ports/', 'ajv', 'ajv-formats',
    'safe-stable-stringify', 'node:',
  ] },
  // service → worker → loop → wire: each may use what stands after it, and never what stands before it.
  { from: /^server\/runs\/wire\//, may: ['shared/', 'server/errors', 'server/runs/wire/', 'types:server/ports/', 'node:'] },
  // The loop knows the shapes of its neighbours, never their workings; outcomes and hashes are pure makers.
  { from: /^server\/runs\/loop\//, may: [
    'shared/', 'server/errors', 'server/runs/loop/', 'types:server/runs/wire/', 'server/tools/outcomes', 'types:server/ports/',
    'types:server/providers/provider', 'types:server/tools/',
  ] },
  { from: /^server\/runs\/worker\//, may: [
    ...RUNS, 'server/runs/worker/', 'server/runs/loop/', 'server/runs/wire/', 'server/tools/call-record', 'server/tools/registered-tool',
    'types:consola',
  ] },
  { from: /^server\/runs\/service\//, may: [...RUNS, 'server/runs/', 'server/tools/fingerprint'] },
  { from: /^server\/conversations\//, may: ['shared/', 'server/errors', 'server/conversations/', 'server/runs/', 'types:server/ports/'] },
  // The ports are types; what every engine enforces alike stands beside them as pure functions.
  { from: /^server\/ports\/[\w-]+-rules\.ts/, may: ['shared/', 'server/errors', 'types:server/ports/'] },
  { from: /^server\/ports\//, may: ['types:shared/', 'types:server/ports/'] },
  { from: /^server\/store\/sqlite\//, may: [
    'shared/', 'server/errors', 'server/store/sqlite/', 'types:server/ports/', 'server/ports/run-rules', 'server/ports/user-rules',
    'drizzle-orm', 'better-sqlite3', 'zod', 'node:',
  ] },
  {
    from: /^server\/embedded\//,
    may: ['types:shared/', 'types:server/ports/', 'server/embedded/', 'server/ports/run-stopped', 'server/fair-pool', 'p-queue'],
  },
  { from: /^server\/audit\//, may: [
    'shared/', 'server/errors', 'server/user-slots', 'server/audit/', 'types:server/ports/', 'types:consola', 'safe-stable-stringify',
    'node:',
  ] },
  {
    from: /^server\/access\//,
    may: ['shared/', 'server/errors', 'server/access/', 'types:server/ports/', 'types:server/config', '@adonisjs/hash', 'p-queue', 'node:'],
  },
  { from: /^server\/settings\//, may: [
    'shared/', 'server/errors', 'server/settings/', 'types:server/ports/', 'types:server/config', 'types:server/providers/provider',
    'node:',
  ] },
  { from: /^server\/api\//, may: ['shared/', 'server/utils/', 'server/errors', 'h3', 'zod'] },
  { from: /^server\/(utils|middleware)\//, may: [
    'shared/', 'server/utils/', 'server/errors', 'server/user-slots', 'types:server/', 'h3', 'types:h3', 'zod', 'consola', 'p-queue',
    'node:',
  ] },
  { from: /^server\/plugins\//, may: ['server/', 'h3', 'nitropack/runtime', 'consola', 'node:'] },
  { from: /^server\/services\.ts/, may: ['server/', 'shared/', 'types:consola', 'node:'] },
  { from: /^server\/fair-pool\.ts/, may: ['p-queue'] },
  { from: /^server\/(errors|app-directory|retry-storage|user-slots)\.ts/, may: ['shared/', 'server/errors', 'node:'] },
  {
    from: /^server\/(config|environment-providers)\.ts/,
    may: ['server/errors', 'server/environment-providers', 'server/workspace-roots', 'types:server/providers/provider', 'zod', 'node:'],
  },
  { from: /^server\/workspace-roots\.ts/, may: ['server/errors', 'server/tools/workspace/is-inside', 'node:'] },
  { from: /^app\//, may: ['app/', 'shared/', 'npm:'] },
]

function providerFolder(id: string): string[] {
  return ['shared/', 'server/errors', `server/providers/${id}/`, 'server/providers/kit/', 'types:server/providers/provider', 'zod', 'node:']
}

interface Import { readonly file: string, readonly target: string, readonly isType: boolean }

const FILES = globSync(['shared/**/*.ts', 'server/**/*.ts', 'app/**/*.{ts,vue}'])
const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/g
const DYNAMIC_IMPORT = /\bimport\(\s*['"]([^'"]+)['"]/g
const ALIASES: readonly (readonly [string, string])[] = [
  ['#shared/', 'shared/'], ['#server/', 'server/'], ['~~/', ''], ['~/', 'app/'], ['@/', 'app/'],
]

function readImports(file: string): Import[] {
  const source = readFileSync(file, 'utf8')
  const imports = [...source.matchAll(IMPORT)].map(([statement, type, specifier = '']) => ({
    file, target: resolveTarget(file, specifier), isType: Boolean(type) || importsOnlyTypes(statement),
  }))
  const dynamic = [...source.matchAll(DYNAMIC_IMPORT)].map(([, specifier = '']) => ({
    file, target: resolveTarget(file, specifier), isType: false,
  }))
  return [...imports, ...dynamic]
}

/** `import { type A, type B } from` brings in no code either. */
function importsOnlyTypes(statement: string): boolean {
  const names = /\{([^}]*)\}/.exec(statement)?.[1]
  return names !== undefined && !/^\s*import\s+\w/.test(statement) && names.split(',').filter(name => name.trim())
    .every(name => /^\s*type\s/.test(name))
}

function resolveTarget(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  const alias = ALIASES.find(([prefix]) => specifier.startsWith(prefix))
  return alias ? alias[1] + specifier.slice(alias[0].length) : specifier
}

function isInTree(target: string): boolean {
  return /^(app|server|shared)\//.test(target)
}

function isAllowed({ target, isType }: Import, may: readonly string[]): boolean {
  return may.some((entry) => {
    const name = entry.replace(/^types:/, '')
    if (entry.startsWith('types:') && !isType) return false
    if (name === 'npm:') return !isInTree(target) && !target.startsWith('node:')
    // A rule may name a folder, a file without its ending, or a package with its sub-paths.
    return name.endsWith('/') || name.endsWith(':')
      ? target.startsWith(name)
      : target === name || target.startsWith(`${name}/`) || target === `${name}.ts`
  })
}

describe('the house', () => {
  it('lets every module import only what its rule allows, and a plugin nothing that opens files [F003-A96]', () => {
    const violations = FILES.flatMap((file) => {
      const rule = RULES.find(({ from }) => from.test(file))
      if (!rule) return [`${file}: no rule says what this file may import`]
      return readImports(file).filter(found => !isAllowed(found, rule.may))
        .map(({ target, isType }) => `${file} -> ${isType ? 'type ' : ''}${target}`)
    })
    expect(violations).toEqual([])
  })

  it('lets no plugin load a module by another way than an import [F003-A96]', () => {
    const loading = FILES.filter(file => file.startsWith('server/tools/plugins/'))
      .filter(file => /\bgetBuiltinModule\b|\bcreateRequire\b|\brequire\s*\(|\bimport\(\s*[^'"\s]/.test(readFileSync(file, 'utf8')))
    expect(loading).toEqual([])
  })

  it('has no import circle', () => {
    const graph = new Map(FILES.map(file => [
      file, readImports(file).map(({ target }) => toFile(target)).filter(target => target !== undefined),
    ]))
    expect(findCircle(graph)).toEqual([])
  })

  it('silences no rule of the linter or the compiler', () => {
    const silenced = FILES.filter(file => /eslint-disable|@ts-ignore|@ts-expect-error|@ts-nocheck/.test(readFileSync(file, 'utf8')))
    expect(silenced).toEqual([])
  })
})

function toFile(target: string): string | undefined {
  return [target, `${target}.ts`, `${target}/index.ts`].find(path => FILES.includes(path))
}

/** The first circle as a list of files; empty when there is none. */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>()
  const path: string[] = []
  function visit(file: string): readonly string[] {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    path.push(file)
    for (const target of graph.get(file) ?? []) {
      const circle = visit(target)
      if (circle.length > 0) return circle
    }
    path.pop()
    done.add(file)
    return []
  }
  for (const file of graph.keys()) {
    const circle = visit(file)
    if (circle.length > 0) return circle
  }
  return []
}
