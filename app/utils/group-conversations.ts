import type { Conversation } from '#shared/conversation'

export interface ConversationGroup { readonly label: string, readonly items: readonly Conversation[] }

const DAY_MS = 24 * 60 * 60 * 1000
const AGES = [
  { label: 'Today', days: 0 },
  { label: 'Yesterday', days: 1 },
  { label: 'Last 7 days', days: 7 },
  { label: 'Older', days: Infinity },
]

/** By the reader's calendar day, because "today" means since midnight, not in the last 24 hours. */
export function groupConversations(items: readonly Conversation[], now: Date): readonly ConversationGroup[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const labelOf = (item: Conversation) => {
    const ageDays = Math.max(0, Math.ceil((midnight - Date.parse(item.updatedAt)) / DAY_MS))
    return AGES.find(age => ageDays <= age.days)?.label ?? 'Older'
  }
  return AGES
    .map(({ label }) => ({ label, items: items.filter(item => labelOf(item) === label) }))
    .filter(group => group.items.length > 0)
}
