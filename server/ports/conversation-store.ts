import type { Conversation, ConversationPatch } from '#shared/conversation'
import type { Page, PageQuery } from '#shared/page'

export interface ConversationStore {
  create(conversation: Conversation & { readonly userId: string }): Promise<void>
  /** Newest activity first. */
  list(userId: string, page: PageQuery): Promise<Page<Conversation>>
  find(id: string, userId: string): Promise<Conversation | undefined>
  /** Undefined when there is no such conversation of this user. */
  update(id: string, userId: string, patch: ConversationPatch, at: string): Promise<Conversation | undefined>
  /** Removes it with its runs and their events. Audit records stay. */
  remove(id: string, userId: string): Promise<boolean>
}
