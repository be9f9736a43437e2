import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Role, Scope } from '#shared/account'

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  passwordHash: text('password_hash').notNull(),
  role: text('role').$type<Role>().notNull(),
  status: text('status').$type<'active' | 'suspended'>().notNull(),
  createdAt: text('created_at').notNull(),
})

export const sessions = sqliteTable('sessions', {
  id: text('id').primaryKey(),
  secretHash: text('secret_hash').notNull().unique(),
  userId: text('user_id').notNull().references(() => users.id, { onDelete: 'cascade' }),
  createdAt: text('created_at').notNull(),
  expiresAt: text('expires_at').notNull(),
}, table => [index('sessions_expires_at').on(table.expiresAt)])

export const apiTokens = sqliteTable('api_tokens', {
  id: text('id').primaryKey(),
  secretHash: text('secret_hash').notNull().unique(),
  userId: text('user_id').notNull().references(() => users.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  scopes: text('scopes', { mode: 'json' }).$type<readonly Scope[]>().notNull(),
  createdAt: text('created_at').notNull(),
  lastUsedAt: text('last_used_at'),
}, table => [index('api_tokens_user').on(table.userId)])

export const settings = sqliteTable('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})
