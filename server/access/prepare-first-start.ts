import type { Config } from '#server/config'
import { scopeSchema } from '#shared/account'
import type { AccessContext } from './access-context'
import { hashSecret } from './secret'
import { issueSetupToken } from './set-up'

/** One row for all starts, so that a changed PATCHBAY_ADMIN_TOKEN replaces the old one instead of joining it. */
const ENVIRONMENT_TOKEN_ID = 'environment'
const ENVIRONMENT_TOKEN_OWNER_SETTING = 'environment-token-owner'

/** Where to send the person who has just started the server. */
export interface StartLink {
  readonly url: string
  /** The link sets up the first admin, and works once. */
  readonly isSetup: boolean
}

type Context = AccessContext & { readonly config: Pick<Config, 'admin' | 'publicUrl' | 'host' | 'port'> }

/** Makes sure that somebody can sign in: the admin of the environment, or a one-time link printed to the log. */
export async function prepareFirstStart(context: Context): Promise<StartLink> {
  const { store, config } = context
  if (config.admin) await createAdmin(context, config.admin)
  await keepEnvironmentToken(context)
  const address = config.publicUrl ?? localAddress(config)
  if (await store.countUsers() > 0) return { url: address, isSetup: false }
  return { url: `${address}/setup?token=${await issueSetupToken(store)}`, isSetup: true }
}

async function createAdmin(context: Context, admin: NonNullable<Config['admin']>): Promise<void> {
  const { store, passwords, audit, now, newId } = context
  // An admin who changed the password since keeps it: the environment only helps at the very first start.
  if (await store.countUsers() > 0) return
  const user = {
    id: newId(),
    email: admin.email,
    name: 'Admin',
    passwordHash: await passwords.make(admin.password),
    role: 'admin',
    status: 'active',
    createdAt: now().toISOString(),
  } as const
  if (!await store.createFirstUser(user)) return
  await audit.record({
    kind: 'auth.setup', at: user.createdAt, actor: { userId: user.id, userName: user.name }, success: true,
    input: { email: user.email, from: 'environment' },
  })
}

/** The token works exactly as long as the environment names it. */
async function keepEnvironmentToken({ store, config, now }: Context): Promise<void> {
  const formerOwner = await store.readSetting(ENVIRONMENT_TOKEN_OWNER_SETTING)
  const owner = config.admin?.token ? await store.findUserByEmail(config.admin.email) : undefined
  if (formerOwner && formerOwner !== owner?.id) {
    await store.deleteToken(ENVIRONMENT_TOKEN_ID, formerOwner)
    await store.deleteSetting(ENVIRONMENT_TOKEN_OWNER_SETTING)
  }
  if (!owner || !config.admin?.token) return
  await store.saveSetting(ENVIRONMENT_TOKEN_OWNER_SETTING, owner.id)
  await store.saveToken({
    id: ENVIRONMENT_TOKEN_ID,
    secretHash: hashSecret(config.admin.token),
    userId: owner.id,
    name: 'PATCHBAY_ADMIN_TOKEN',
    scopes: scopeSchema.options,
    createdAt: now().toISOString(),
    lastUsedAt: null,
  })
}

function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  // Listening everywhere is not an address that a browser can open.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
