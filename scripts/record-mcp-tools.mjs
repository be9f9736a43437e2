// Records the tool definitions of an MCP server from npm, exactly as it sends them:
//
//   node scripts/record-mcp-tools.mjs @modelcontextprotocol/server-filesystem@2026.8.31 .
//   BRAVE_API_KEY=dummy node scripts/record-mcp-tools.mjs @brave/brave-search-mcp-server@2.1.4 --transport stdio
//
// The first argument is the package with its version, the others go to the server. It starts over stdio, in an empty
// folder, without the packages' install scripts. The result is tests/fixtures/mcp-servers/<package>.json, with `/` in
// the package's name written as `__`. Run `npm run verdicts` afterwards.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** Long, because npx may have to fetch the package first. */
const PATIENCE_MS = 240_000
/** The newest revision that still begins with `initialize`; a server answers with the one it speaks. */
const PROTOCOL_VERSION = '2025-11-25'

const [specifier = '', ...serverArguments] = process.argv.slice(2)
const [, name, version] = /^(@?[^@]+)@(\d[^@]*)$/.exec(specifier) ?? []
if (!name) throw new Error('Name a package with its version, such as @scope/server@1.2.3.')

const folder = await mkdtemp(join(tmpdir(), 'patchbay-record-'))
const server = spawn(
  'npx', ['--yes', '--ignore-scripts', specifier, ...serverArguments], { cwd: folder, detached: true, stdio: ['pipe', 'pipe', 'pipe'] },
)
try {
  const { protocolVersion, tools } = await Promise.race([readTools(), rejectOnExit()])
  const recording = {
    package: name, version, arguments: serverArguments, protocolVersion, recordedAt: new Date().toISOString().slice(0, 10), tools,
  }
  const file = resolve('tests/fixtures/mcp-servers', `${name.replaceAll('/', '__')}.json`)
  await writeFile(file, toJson(recording))
  process.stdout.write(`${tools.length} tools of ${specifier} (${protocolVersion})\n`)
}
finally {
  stopGroup()
  await rm(folder, { recursive: true, force: true })
}

async function readTools() {
  const { request, notify } = openSession()
  const clientInfo = { name: 'patchbay-recorder', version: '1.0.0' }
  const { protocolVersion } = await request('initialize', { protocolVersion: PROTOCOL_VERSION, capabilities: {}, clientInfo })
  notify('notifications/initialized')
  const tools = []
  let page = {}
  do {
    page = await request('tools/list', page.nextCursor === undefined ? {} : { cursor: page.nextCursor })
    tools.push(...page.tools)
  } while (page.nextCursor !== undefined)
  return { protocolVersion, tools }
}

/** One JSON-RPC message per line, each way. */
function openSession() {
  const waiting = new Map()
  const send = message => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return // Some servers greet on stdout before they speak the protocol.
    const { id, method, result, error } = JSON.parse(line)
    if (method || !waiting.has(id)) return
    const { resolve: accept, reject } = waiting.get(id)
    if (error) reject(new Error(`${specifier}: ${error.message}`))
    else accept(result)
  })
  const request = (method, params) => {
    const answer = Promise.withResolvers()
    const id = waiting.size + 1
    waiting.set(id, answer)
    send({ id, method, params })
    return answer.promise
  }
  return { request, notify: method => send({ method }) }
}

/** Rejects when the server ends or says nothing, with what it said last on stderr. */
function rejectOnExit() {
  let complaint = ''
  server.stderr.on('data', (text) => {
    complaint = `${complaint}${text}`.slice(-4096)
  })
  return new Promise((_, reject) => {
    server.once('error', reject)
    server.stdin.once('error', reject)
    server.once('exit', code => reject(new Error(`${specifier} ended with ${code}:\n${complaint}`)))
    setTimeout(() => reject(new Error(`${specifier} did not answer:\n${complaint}`)), PATIENCE_MS).unref()
  })
}

/** A line for each tool: small, and a new version of a server shows which of its tools changed. */
function toJson({ tools: listed, ...head }) {
  const lines = listed.map(tool => `    ${JSON.stringify(tool)}`).join(',\n')
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "tools": [\n${lines}\n  ]\n}\n`
}

/** Npx, the server, and whatever the server started. */
function stopGroup() {
  try {
    process.kill(-server.pid, 'SIGKILL')
  }
  catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
