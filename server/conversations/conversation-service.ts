import {
  type Conversation, type ConversationDetail, type ConversationExport, type ConversationInput, type ConversationPatch,
  NEW_CONVERSATION_TITLE,
} from '#shared/conversation'
import { sumCosts } from '#shared/cost'
import type { DurableEvent } from '#shared/run-event'
import type { Page, PageQuery } from '#shared/page'
import { notFound } from '../errors'
import type { ConversationStore } from '../ports/conversation-store'
import type { RunStore } from '../ports/run-store'
import type { Owner } from '../ports/actor'
import { toPublicEvent } from '../runs/worker/public-event'
import { toRunSummary } from '../runs/service/run-service'
import { toMarkdown } from './export-markdown'
import { type ExportFormat, nameExport } from './name-export'

interface ConversationServiceOptions {
  readonly store: ConversationStore
  readonly runs: RunStore
  /** Stops a run that is still going, and waits for its end. */
  readonly stopRun: (owner: Owner, runId: string) => Promise<unknown>
  readonly newId: () => string
  readonly now: () => Date
}

interface ExportedFile {
  readonly text: string
  /** The header that names it. */
  readonly disposition: string
}

export type ConversationService = ReturnType<typeof createConversationService>

/** A person's own conversations. A foreign one is as absent as one that never was. */
export function createConversationService({ store, runs, stopRun, newId, now }: ConversationServiceOptions) {
  async function readWhole(owner: Owner, id: string): Promise<ConversationExport> {
    const conversation = await store.find(id, owner.userId)
    if (!conversation) throw notFound('conversation')
    const rows = await runs.listByConversation(id, owner.userId)
    const events = Map.groupBy(await runs.readConversationEvents(id), event => event.runId)
    const publicEvents = (runId: string): DurableEvent[] => (events.get(runId) ?? []).map(toPublicEvent)
    const exported = rows.map(row => ({ ...toRunSummary(row), system: row.system, events: publicEvents(row.id) }))
    return { ...conversation, cost: sumCosts(rows), runs: exported }
  }

  return {
    list: (owner: Owner, page: PageQuery): Promise<Page<Conversation>> => store.list(owner.userId, page),

    async create(owner: Owner, input: ConversationInput): Promise<Conversation> {
      const at = now().toISOString()
      const conversation: Conversation = { id: newId(), title: NEW_CONVERSATION_TITLE, ...input, createdAt: at, updatedAt: at }
      await store.create({ ...conversation, userId: owner.userId })
      return conversation
    },

    /** Without the instructions of each run: they may be long, and the screen shows those of the conversation. */
    async find(owner: Owner, id: string): Promise<ConversationDetail> {
      const conversation = await readWhole(owner, id)
      return { ...conversation, runs: conversation.runs.map(({ system: _system, ...run }) => run) }
    },

    /** Everything that the conversation is, as its owner may keep it: each run with its events, or as a text to read. */
    async export(owner: Owner, id: string, format: ExportFormat): Promise<ExportedFile> {
      const conversation = await readWhole(owner, id)
      const text = format === 'md' ? toMarkdown(conversation) : JSON.stringify(conversation, null, 2)
      return { text, disposition: nameExport(conversation, format) }
    },

    async update(owner: Owner, id: string, patch: ConversationPatch): Promise<Conversation> {
      const conversation = await store.update(id, owner.userId, patch, now().toISOString())
      if (!conversation) throw notFound('conversation')
      return conversation
    },

    async remove(owner: Owner, id: string): Promise<void> {
      for (const run of await runs.listByConversation(id, owner.userId)) {
        if (run.endedAt === null) await stopRun(owner, run.id)
      }
      if (!await store.remove(id, owner.userId)) throw notFound('conversation')
    },
  }
}
