import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { conversations } from './schema/conversations'

/** The next number in the order of a user's conversations. SQLite has one writer: two writes never get the same one. */
export function nextActivity(userId: string | Placeholder): SQL<number> {
  return sql<number>`(select coalesce(max(activity_seq), 0) + 1 from ${conversations} where user_id = ${userId})`
}
