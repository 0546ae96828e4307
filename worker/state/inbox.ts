import type { InboxTopic } from '../../contract/temporal.ts'
import { statement } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { InboxTable, InboxTodoTable } from './inboxTable.ts'
import type { StateTables } from './schema.ts'

/** An event as a verified webhook brought it. */
export interface ReceivedEvent {
  webhookId: string
  type: string
  /** Id of the record that it is about; null where it is about none. */
  recordId: string | null
  /** JSON as it came. */
  body: string
  /** Who has to look at it. */
  topics: readonly InboxTopic[]
  /** ISO 8601 UTC. */
  receivedAt: string
}

/** What an event says, as contract/events.ts has it; events of a newer server may say more. */
export interface EventContent {
  type: string
  timestamp: string
  data: { record: Record<string, unknown>; changes: Record<string, { from: unknown; to: unknown }> }
}

/** An event that waits for a topic. */
export interface InboxEvent {
  webhookId: string
  type: string
  recordId: string | null
  body: EventContent
  receivedAt: string
}

type Waiting = Omit<InboxTable, 'body'> & { body: string }

const define = statement<StateTables>()
const insertEvent = define<InboxTable>((db, arg) =>
  db
    .insertInto('inbox')
    .values({
      webhook_id: arg('webhook_id'),
      type: arg('type'),
      record_id: arg('record_id'),
      body: arg('body'),
      received_at: arg('received_at'),
    })
    .onConflict((conflict) => conflict.doNothing()),
)
const insertTodo = define<Pick<InboxTodoTable, 'webhook_id' | 'topic' | 'received_at'>>((db, arg) =>
  db.insertInto('inbox_todo').values({ webhook_id: arg('webhook_id'), topic: arg('topic'), received_at: arg('received_at') }),
)
const selectWaiting = define<{ topic: InboxTopic; limit: number }, Waiting>((db, arg) =>
  db
    .selectFrom('inbox_todo')
    .innerJoin('inbox', 'inbox.webhook_id', 'inbox_todo.webhook_id')
    .select(['inbox.webhook_id', 'inbox.type', 'inbox.record_id', 'inbox.received_at'])
    .select((e) => e.ref('inbox.body').$notNull().as('body'))
    .where('inbox_todo.topic', '=', arg('topic'))
    .orderBy('inbox_todo.received_at')
    .orderBy('inbox_todo.webhook_id')
    .limit(arg('limit')),
)
const deleteTodo = define<{ topic: InboxTopic; webhookId: string }>((db, arg) =>
  db.deleteFrom('inbox_todo').where('webhook_id', '=', arg('webhookId')).where('topic', '=', arg('topic')),
)
const dropBody = define<{ webhookId: string }>((db, arg) =>
  db
    .updateTable('inbox')
    .set((e) => ({ body: e.lit(null) }))
    .where('webhook_id', '=', arg('webhookId'))
    .where((e) => e.not(e.exists(e.selectFrom('inbox_todo').select('topic').whereRef('inbox_todo.webhook_id', '=', 'inbox.webhook_id')))),
)
const selectTopics = define<object, { topic: InboxTopic }>((db) => db.selectFrom('inbox_todo').select('topic').distinct().orderBy('topic'))
const deleteHandled = define<{ before: string }>((db, arg) =>
  db
    .deleteFrom('inbox')
    .where('received_at', '<', arg('before'))
    .where((e) => e.not(e.exists(e.selectFrom('inbox_todo').select('topic').whereRef('inbox_todo.webhook_id', '=', 'inbox.webhook_id')))),
)

/** Keeps an event for its topics. Answers false, and does nothing, when it was there: the same event comes more than once. */
export async function addToInbox(tx: Tx, event: ReceivedEvent): Promise<boolean> {
  const { webhookId, topics, receivedAt } = event
  const key = { webhook_id: webhookId, received_at: receivedAt }
  const body = topics.length > 0 ? event.body : null
  if ((await tx.run(insertEvent, { ...key, type: event.type, record_id: event.recordId, body })) === 0) return false
  for (const topic of topics) await tx.run(insertTodo, { ...key, topic })
  return true
}

/** Events that a topic has not handled, those received first before others. They stay until `markHandled`. */
export async function takeFromInbox(tx: Tx, topic: InboxTopic, limit: number): Promise<InboxEvent[]> {
  return (await tx.all(selectWaiting, { topic, limit })).map((row) => ({
    webhookId: row.webhook_id,
    type: row.type,
    recordId: row.record_id,
    body: JSON.parse(row.body) as EventContent,
    receivedAt: row.received_at,
  }))
}

/** A topic is done with events. What nobody has to look at any more is kept without its body, to be known when it comes again. */
export async function markHandled(tx: Tx, topic: InboxTopic, webhookIds: readonly string[]): Promise<void> {
  for (const webhookId of webhookIds) {
    await tx.run(deleteTodo, { topic, webhookId })
    await tx.run(dropBody, { webhookId })
  }
}

/** Topics that events wait for. */
export const topicsWaiting = async (tx: Tx): Promise<InboxTopic[]> => (await tx.all(selectTopics, {})).map(({ topic }) => topic)

/** Forgets events that came before a moment and that every topic has handled. Answers how many. */
export const forgetEvents = (tx: Tx, before: string): Promise<number> => tx.run(deleteHandled, { before })
