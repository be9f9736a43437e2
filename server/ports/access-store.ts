import type { Role, Scope, UserStatus } from '#shared/account'

export interface UserRow {
  readonly id: string
  /** Lower case. */
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  readonly role: Role
  readonly status: UserStatus
  readonly createdAt: string
}

/** What may change in a user. */
export type UserChange = Partial<Pick<UserRow, 'name' | 'role' | 'status' | 'passwordHash'>>

interface SessionRow {
  readonly id: string
  /** SHA-256 of the cookie's secret, hexadecimal: a database copy holds no usable session. */
  readonly secretHash: string
  readonly userId: string
  readonly createdAt: string
  readonly expiresAt: string
}

export interface TokenRow {
  readonly id: string
  /** SHA-256 of the token, hexadecimal. */
  readonly secretHash: string
  readonly userId: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

export interface AccessStore {
  countUsers(): Promise<number>
  /** Creates the user only while there is none, in one transaction; false when somebody was first. */
  createFirstUser(user: UserRow): Promise<boolean>
  findUser(id: string): Promise<UserRow | undefined>
  /** Oldest first. */
  listUsers(): Promise<readonly UserRow[]>
  /** False when the email address is taken. */
  createUser(user: UserRow): Promise<boolean>
  /**
   * The user as changed; absent when there is none. Another password, role or status ends all sessions of theirs in
   * the same transaction. Rejected with `conflict` when no active admin would be left.
   */
  updateUser(id: string, change: UserChange): Promise<UserRow | undefined>
  /**
   * Takes sessions, tokens, conversations and runs along; answers whom it removed. Their runs must have ended before:
   * rejected with `conflict` while one is at work, or when no active admin would be left.
   */
  deleteUser(id: string): Promise<UserRow | undefined>
  findUserByEmail(email: string): Promise<UserRow | undefined>
  createSession(session: SessionRow): Promise<void>
  /** The session and its user as they are now; absent when unknown or expired at `now`. */
  findSession(secretHash: string, now: string): Promise<{ readonly session: SessionRow, readonly user: UserRow } | undefined>
  deleteSession(id: string): Promise<void>
  deleteExpiredSessions(now: string): Promise<void>
  createToken(token: TokenRow): Promise<void>
  /** Creates the token, or gives the one of the same id a new secret. */
  saveToken(token: TokenRow): Promise<void>
  findToken(secretHash: string): Promise<{ readonly token: TokenRow, readonly user: UserRow } | undefined>
  touchToken(id: string, at: string): Promise<void>
  listTokens(userId: string): Promise<readonly TokenRow[]>
  /** False when there is no such token of this user. */
  deleteToken(id: string, userId: string): Promise<boolean>
  readSetting(key: string): Promise<string | undefined>
  saveSetting(key: string, value: string): Promise<void>
  deleteSetting(key: string): Promise<void>
}
