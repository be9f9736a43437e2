import { join, resolve } from 'node:path'
import { z } from 'zod'
import { AppError } from './errors'

const port = z.coerce.number().int().min(0).max(65_535)
const flag = z.enum(['true', 'false']).transform(value => value === 'true')
const url = z.url({ protocol: /^https?$/ }).transform(value => value.replace(/\/+$/, ''))
const key = z.string().trim().min(1)

/** Every environment variable that Patchbay reads. An empty one counts as absent. */
const environmentSchema = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PATCHBAY_DATA_DIR: z.string().default('./data'),
  PATCHBAY_WORKSPACE: z.string().optional(),
  PATCHBAY_PUBLIC_URL: url.optional(),
  PATCHBAY_TRUST_PROXY: flag.default(false),
  PATCHBAY_ADMIN_EMAIL: z.email().optional(),
  PATCHBAY_ADMIN_PASSWORD: z.string().min(10).optional(),
  PATCHBAY_ADMIN_TOKEN: z.string().min(32).optional(),
  ANTHROPIC_API_KEY: key.optional(),
  ANTHROPIC_BASE_URL: url.optional(),
  OPENAI_API_KEY: key.optional(),
  OPENAI_BASE_URL: url.optional(),
  OPENAI_API: z.enum(['responses', 'chat']).optional(),
  GEMINI_API_KEY: key.optional(),
  GOOGLE_API_KEY: key.optional(),
  GEMINI_BASE_URL: url.optional(),
  PATCHBAY_WIRE: z.enum(['on', 'off']).default('on'),
  WEATHER_SOURCE: z.enum(['auto', 'sample']).default('auto'),
})

/** A provider that the environment names. */
export interface EnvironmentProvider {
  readonly kind: 'anthropic' | 'openai' | 'openai-compatible' | 'gemini'
  readonly apiKey?: string
  readonly baseUrl?: string
}

export interface Config {
  readonly host: string
  readonly port: number
  /** Holds the database, the secrets key, the workspace and the demo data. Absolute. */
  readonly dataDirectory: string
  readonly workspaceRoot: string
  /** Where the files lie that the server reads beside its bundle. Absolute. */
  readonly appDirectory: string
  /** The address people use, when a proxy stands in front. */
  readonly publicUrl?: string
  /** Whether X-Forwarded-* come from a proxy of ours. */
  readonly trustProxy: boolean
  readonly admin?: { readonly email: string, readonly password: string, readonly token?: string }
  readonly providers: readonly EnvironmentProvider[]
  readonly weatherSource: 'auto' | 'sample'
  /** Whether requests to vendors and their answers are kept for the inspector. */
  readonly keepsWire: boolean
}

/** Reads and checks the environment once; throws `misconfigured` that names every wrong variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, appDirectory: string): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
    throw new AppError('misconfigured', `The environment is wrong. ${problems.join('; ')}`)
  }
  const env = parsed.data
  const dataDirectory = resolve(env.PATCHBAY_DATA_DIR)
  return {
    host: env.HOST,
    port: env.PORT,
    dataDirectory,
    workspaceRoot: env.PATCHBAY_WORKSPACE ? resolve(env.PATCHBAY_WORKSPACE) : join(dataDirectory, 'workspace'),
    appDirectory,
    publicUrl: env.PATCHBAY_PUBLIC_URL,
    trustProxy: env.PATCHBAY_TRUST_PROXY,
    admin: readAdmin(env),
    providers: readProviders(env),
    weatherSource: env.WEATHER_SOURCE,
    keepsWire: env.PATCHBAY_WIRE === 'on',
  }
}

type Environment = z.output<typeof environmentSchema>

function readAdmin(env: Environment): Config['admin'] {
  const { PATCHBAY_ADMIN_EMAIL: email, PATCHBAY_ADMIN_PASSWORD: password, PATCHBAY_ADMIN_TOKEN: token } = env
  if (!email && !password && !token) return undefined
  if (!email || !password) {
    throw new AppError('misconfigured', 'Set PATCHBAY_ADMIN_EMAIL and PATCHBAY_ADMIN_PASSWORD together; PATCHBAY_ADMIN_TOKEN needs both.')
  }
  return { email: email.toLowerCase(), password, token }
}

/** A key or a base URL makes a provider; a base URL alone is enough for a local server that asks for no key. */
function readProviders(env: Environment): EnvironmentProvider[] {
  const providers: EnvironmentProvider[] = []
  if (env.ANTHROPIC_API_KEY) providers.push({ kind: 'anthropic', apiKey: env.ANTHROPIC_API_KEY, baseUrl: env.ANTHROPIC_BASE_URL })
  if (env.OPENAI_API_KEY || env.OPENAI_BASE_URL) {
    // Most servers that borrow OpenAI's address variable know only the Chat Completions API.
    const api = env.OPENAI_API ?? (env.OPENAI_BASE_URL && !env.OPENAI_BASE_URL.includes('://api.openai.com') ? 'chat' : 'responses')
    providers.push({ kind: api === 'chat' ? 'openai-compatible' : 'openai', apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL })
  }
  const geminiKey = env.GEMINI_API_KEY ?? env.GOOGLE_API_KEY
  if (geminiKey) providers.push({ kind: 'gemini', apiKey: geminiKey, baseUrl: env.GEMINI_BASE_URL })
  return providers
}
