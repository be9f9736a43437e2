import { resolve } from 'node:path'
import { z } from 'zod'
import { type EnvironmentProvider, environmentUrl, readEnvironmentProviders, toEnvironmentSchema } from './environment-providers'
import { AppError } from './errors'
import type { Provider } from './providers/provider'
import { readWorkspaceRoots, type WorkspaceRoots } from './workspace-roots'

const port = z.coerce.number().int().min(0).max(65_535)
const flag = z.enum(['true', 'false']).transform(value => value === 'true')

/** Every environment variable that Patchbay reads, besides those that providers declare. An empty one counts as absent. */
const environmentSchema = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PATCHBAY_DATA_DIR: z.string().default('./data'),
  PATCHBAY_WORKSPACE: z.string().optional(),
  PATCHBAY_PUBLIC_URL: environmentUrl.optional(),
  PATCHBAY_TRUST_PROXY: flag.default(false),
  PATCHBAY_ADMIN_EMAIL: z.email().optional(),
  PATCHBAY_ADMIN_PASSWORD: z.string().min(10).optional(),
  PATCHBAY_ADMIN_TOKEN: z.string().min(32).optional(),
  PATCHBAY_AUDIT_KEY: z.string().optional(),
  PATCHBAY_WIRE: z.enum(['on', 'off']).default('on'),
  PATCHBAY_LOG: z.enum(['text', 'json']).default('text'),
  PATCHBAY_LOG_BODIES: flag.default(false),
  WEATHER_SOURCE: z.enum(['auto', 'sample']).default('auto'),
})

export interface Config {
  readonly host: string
  readonly port: number
  /** Holds the database, the secrets key, the workspace and the demo data. Absolute. */
  readonly dataDirectory: string
  /** Folders that file tools may touch; the first one is the default. Absolute. */
  readonly workspaceRoots: WorkspaceRoots
  /** Where the files lie that the server reads beside its bundle. Absolute. */
  readonly appDirectory: string
  /** The address people use, when a proxy stands in front. */
  readonly publicUrl?: string
  /** Whether X-Forwarded-* come from a proxy of ours. */
  readonly trustProxy: boolean
  readonly admin?: { readonly email: string, readonly password: string, readonly token?: string }
  /** Signs the audit log in place of the key file of the data folder. */
  readonly auditKey?: string
  readonly providers: readonly EnvironmentProvider[]
  readonly weatherSource: 'auto' | 'sample'
  /** Whether requests to vendors and their answers are kept for the inspector. */
  readonly keepsWire: boolean
  /** Whether each tool execution is logged as JSON, and with its arguments and result. */
  readonly executionLog: 'off' | 'on' | 'with-bodies'
}

interface ConfigOptions {
  readonly appDirectory: string
  /** Whose variables count besides Patchbay's own. */
  readonly adapters: readonly Pick<Provider, 'setup'>[]
}

/** Reads and checks the environment once; throws `misconfigured` that names every wrong variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, { appDirectory, adapters }: ConfigOptions): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const own = environmentSchema.safeParse(given)
  const ofProviders = toEnvironmentSchema(adapters).safeParse(given)
  if (!own.success || !ofProviders.success) {
    const errors = [own, ofProviders].flatMap(({ error }) => error?.issues ?? []).map(issue => `${issue.path.join('.')}: ${issue.message}`)
    throw new AppError('misconfigured', `Invalid environment. ${errors.join('; ')}`)
  }
  const env = own.data
  const dataDirectory = resolve(env.PATCHBAY_DATA_DIR)
  return {
    host: env.HOST,
    port: env.PORT,
    dataDirectory,
    workspaceRoots: readWorkspaceRoots(env.PATCHBAY_WORKSPACE, { dataDirectory, appDirectory }),
    appDirectory,
    publicUrl: env.PATCHBAY_PUBLIC_URL,
    trustProxy: env.PATCHBAY_TRUST_PROXY,
    admin: readAdmin(env),
    auditKey: env.PATCHBAY_AUDIT_KEY,
    providers: readEnvironmentProviders(adapters, ofProviders.data),
    weatherSource: env.WEATHER_SOURCE,
    keepsWire: env.PATCHBAY_WIRE === 'on',
    executionLog: env.PATCHBAY_LOG === 'text' ? 'off' : env.PATCHBAY_LOG_BODIES ? 'with-bodies' : 'on',
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
