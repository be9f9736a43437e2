import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ModelSettings } from '#shared/model-settings'
import type { ToolSelection } from '#shared/tool'

export const conversations = sqliteTable('conversations', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  title: text('title').notNull(),
  model: text('model'),
  tools: text('tools', { mode: 'json' }).$type<ToolSelection>(),
  settings: text('settings', { mode: 'json' }).$type<ModelSettings>(),
  /** Instructions for the model. */
  system: text('system'),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
  /** Rises with each change of any conversation of its user: the order of the list, whatever the clock says. */
  activitySeq: integer('activity_seq').notNull().default(0),
}, table => [uniqueIndex('conversations_page').on(table.userId, table.activitySeq)])
