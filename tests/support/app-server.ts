import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const ADMIN = { email: 'ada@example.com', password: 'a long enough password', token: 'pb_test_0123456789abcdefghijklmnopqrstuvwxyz' }

interface StartOptions {
  /** Start again on the data of an earlier server. */
  readonly dataDirectory?: string
  /** Whether the environment names the admin; without, the server prints a setup link. */
  readonly hasAdmin?: boolean
  readonly environment?: Readonly<Record<string, string>>
}

/** The built server as its own process on a free port, with its own data folder. */
export class AppServer {
  private constructor(
    readonly url: string,
    /** What the server printed for the person who started it. */
    readonly startLink: string,
    readonly dataDirectory: string,
    private readonly child: ChildProcess,
    private readonly output: readonly string[],
  ) {}

  static async start({ dataDirectory, hasAdmin = true, environment = {} }: StartOptions = {}): Promise<AppServer> {
    const folder = dataDirectory ?? await mkdtemp(join(tmpdir(), 'patchbay-e2e-'))
    const admin = { PATCHBAY_ADMIN_EMAIL: ADMIN.email, PATCHBAY_ADMIN_PASSWORD: ADMIN.password, PATCHBAY_ADMIN_TOKEN: ADMIN.token }
    const child = spawn(process.execPath, ['.output/server/index.mjs'], {
      env: {
        PATH: process.env.PATH, PORT: '0', WEATHER_SOURCE: 'sample', PATCHBAY_DATA_DIR: folder, ...(hasAdmin && admin), ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output: string[] = []
    child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text))
    const links = await readLinks(child, output)
    return new AppServer(links.address, links.start, folder, child, output)
  }

  get pid(): number {
    return this.child.pid!
  }

  /** Everything that was printed so far. */
  get log(): string {
    return this.output.join('\n')
  }

  /** A request as the admin's API token, unless `headers` say otherwise. */
  async request(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${ADMIN.token}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  // The shape is the caller's claim: a test that is wrong about it fails on its expectations.
  async json<Value>(method: string, path: string, body?: unknown): Promise<Value> {
    const response = await this.request(method, path, body)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return await response.json() as Value
  }

  /** Ends the process with a signal and waits for it; answers its exit code, `null` when the signal killed it. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode
    const exited = once(this.child, 'exit')
    this.child.kill(signal)
    const [code] = await exited
    return code
  }

  /** Ends the process and removes its data. */
  async dispose(): Promise<void> {
    await this.end()
    await rm(this.dataDirectory, { recursive: true, force: true })
  }
}

function readLinks(child: ChildProcess, output: string[]): Promise<{ address: string, start: string }> {
  return new Promise((resolve, reject) => {
    let address = ''
    let start = ''
    createInterface({ input: child.stdout! }).on('line', (line) => {
      output.push(line)
      address ||= /Listening on (http\S+)/.exec(line)?.[1] ?? ''
      start ||= /Patchbay is up.*?(http\S+)/.exec(line)?.[1] ?? ''
      // With port 0 the server cannot know its own port before it listens; only the path of its link counts here.
      if (address && start) resolve({ address, start: address + new URL(start).pathname + new URL(start).search })
    })
    child.once('exit', code => reject(new Error(`The server ended with ${code}:\n${output.join('\n')}`)))
  })
}
