import { sql } from 'kysely'
import type { InboxTopic } from '../../contract/temporal.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { InboxTable, InboxTodoTable } from '../tables/inboxTable.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

export interface ReceivedEvent {
  webhookId: string
  type: string
  /** Id of the event's record; null if it has none. */
  recordId: string | null
  /** The received JSON. */
  body: string
  topics: readonly InboxTopic[]
  receivedAt: string
}

/** Content as in contract/events.ts. A newer server may send more. */
interface EventContent {
  type: string
  timestamp: string
  data: { record: Record<string, unknown>; changes: Record<string, { from: unknown; to: unknown }> }
}

export interface InboxEvent {
  webhookId: string
  type: string
  recordId: string | null
  body: EventContent
  receivedAt: string
}

/** Delay before the first retry. It doubles with every further retry. */
const FIRST_RETRY_MS = 60_000
const MAX_RETRY_MS = 60 * 60_000

type PendingRow = Omit<InboxTable, 'body'> & { body: string }

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const insertEvent = defineStatement<InboxTable>((db, arg) =>
  db
    .insertInto('inbox')
    .values(arg.columns('webhook_id', 'type', 'record_id', 'body', 'received_at'))
    .onConflict((conflict) => conflict.doNothing()),
)
const insertTodo = defineStatement<Pick<InboxTodoTable, 'webhook_id' | 'topic' | 'received_at'>>((db, arg) =>
  db.insertInto('inbox_todo').values(arg.columns('webhook_id', 'topic', 'received_at')),
)
const selectWaiting = defineStatement<{ topic: InboxTopic; now: string; limit: number }, PendingRow>((db, arg) =>
  db
    .selectFrom('inbox_todo')
    .innerJoin('inbox', 'inbox.webhook_id', 'inbox_todo.webhook_id')
    .select(['inbox.webhook_id', 'inbox.type', 'inbox.record_id', 'inbox.received_at'])
    .select((e) => e.ref('inbox.body').$notNull().as('body'))
    .where('inbox_todo.topic', '=', arg('topic'))
    .where((e) => e.or([e('inbox_todo.next_try_at', 'is', null), e('inbox_todo.next_try_at', '<=', arg('now'))]))
    .orderBy('inbox_todo.received_at')
    .orderBy('inbox_todo.webhook_id')
    .limit(arg('limit')),
)
const deleteTodo = defineStatement<{ topic: InboxTopic; webhookId: string }>((db, arg) =>
  db.deleteFrom('inbox_todo').where('webhook_id', '=', arg('webhookId')).where('topic', '=', arg('topic')),
)
const dropBody = defineStatement<{ webhookId: string }>((db, arg) =>
  db
    .updateTable('inbox')
    .set((e) => ({ body: e.lit(null) }))
    .where('webhook_id', '=', arg('webhookId'))
    .where((e) =>
      e.not(
        e.exists(e.selectFrom('inbox_todo').select('topic').whereRef('inbox_todo.webhook_id', '=', 'inbox.webhook_id')),
      ),
    ),
)
const selectTopics = defineStatement<{ now: string }, { topic: InboxTopic }>((db, arg) =>
  db
    .selectFrom('inbox_todo')
    .select('topic')
    .distinct()
    .where((e) => e.or([e('next_try_at', 'is', null), e('next_try_at', '<=', arg('now'))]))
    .orderBy('topic'),
)
const selectOldest = defineStatement<{ topic: InboxTopic }, { received_at: string | null }>((db, arg) =>
  db
    .selectFrom('inbox_todo')
    .select((e) => e.fn.min<string | null>('received_at').as('received_at'))
    .where('topic', '=', arg('topic'))
    .where('next_try_at', 'is', null),
)
const selectAttempts = defineStatement<{ topic: InboxTopic; webhookId: string }, { attempts: number }>((db, arg) =>
  db
    .selectFrom('inbox_todo')
    .select('attempts')
    .where('topic', '=', arg('topic'))
    .where('webhook_id', '=', arg('webhookId')),
)
const postpone = defineStatement<{ topic: InboxTopic; webhookId: string; attempts: number; nextTryAt: string }>(
  (db, arg) =>
    db
      .updateTable('inbox_todo')
      .set({ attempts: arg('attempts'), next_try_at: arg('nextTryAt') })
      .where('topic', '=', arg('topic'))
      .where('webhook_id', '=', arg('webhookId')),
)
const waiting = defineStatement<{ topic: InboxTopic }, { first: string | null; last: string | null }>((db, arg) =>
  db
    .selectFrom('inbox_todo')
    .select((e) => [
      e.fn.min<string | null>('received_at').as('first'),
      e.fn.max<string | null>('received_at').as('last'),
    ])
    .where('topic', '=', arg('topic'))
    .where('next_try_at', 'is', null),
)
const nextTry = defineStatement<{ topic: InboxTopic }, { at: string | null }>((db, arg) =>
  db
    .selectFrom('inbox_todo')
    .select((e) => e.fn.min<string | null>('next_try_at').as('at'))
    .where('topic', '=', arg('topic')),
)
const selectAfter = defineStatement<{ at: string }, { webhook_id: string }>((db, arg) =>
  db.selectFrom('inbox').select('webhook_id').where('received_at', '>', arg('at')).limit(sql.lit(1)),
)
const deleteHandled = defineStatement<{ before: string }>((db, arg) =>
  db
    .deleteFrom('inbox')
    .where('received_at', '<', arg('before'))
    .where((e) =>
      e.not(
        e.exists(e.selectFrom('inbox_todo').select('topic').whereRef('inbox_todo.webhook_id', '=', 'inbox.webhook_id')),
      ),
    ),
)

/** Stores an event for its topics. @returns false for a duplicate, which changes nothing */
export async function addToInbox(tx: Tx, event: ReceivedEvent): Promise<boolean> {
  const { webhookId, topics, receivedAt } = event
  const key = { webhook_id: webhookId, received_at: receivedAt }
  const body = topics.length > 0 ? event.body : null
  if ((await tx.run(insertEvent, { ...key, type: event.type, record_id: event.recordId, body })) === 0) return false
  for (const topic of topics) await tx.run(insertTodo, { ...key, topic })
  return true
}

/** Lists pending events of a topic, in order of arrival. They remain until `markHandled`. */
export async function listPendingEvents(
  tx: Tx,
  topic: InboxTopic,
  limit: number,
  nowMs = Date.now(),
): Promise<InboxEvent[]> {
  return (await tx.all(selectWaiting, { topic, limit, now: toIsoTime(nowMs) })).map((row) => ({
    webhookId: row.webhook_id,
    type: row.type,
    recordId: row.record_id,
    body: JSON.parse(row.body) as EventContent,
    receivedAt: row.received_at,
  }))
}

/**
 * Marks events as handled by a topic. After the last topic the body is deleted; the id remains to detect duplicates.
 */
export async function markHandled(tx: Tx, topic: InboxTopic, webhookIds: readonly string[]): Promise<void> {
  for (const webhookId of webhookIds) {
    await tx.run(deleteTodo, { topic, webhookId })
    await tx.run(dropBody, { webhookId })
  }
}

/** Postpones events that a topic failed to handle, with increasing delays up to an hour. */
export async function postponeEvents(
  tx: Tx,
  topic: InboxTopic,
  webhookIds: readonly string[],
  nowMs: number,
): Promise<void> {
  for (const webhookId of webhookIds) {
    const attempts = ((await tx.get(selectAttempts, { topic, webhookId }))?.attempts ?? 0) + 1
    const retryMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 10))
    await tx.run(postpone, { topic, webhookId, attempts, nextTryAt: toIsoTime(nowMs + retryMs) })
  }
}

/** Lists topics with events that may be handled now. */
export const listPendingTopics = async (tx: Tx, nowMs = Date.now()): Promise<InboxTopic[]> =>
  (await tx.all(selectTopics, { now: toIsoTime(nowMs) })).map(({ topic }) => topic)

/** Finds the arrival of the oldest event without an attempt, ISO 8601; undefined without such an event. */
export const findOldestPending = async (tx: Tx, topic: InboxTopic): Promise<string | undefined> =>
  (await tx.get(selectOldest, { topic }))?.received_at ?? undefined

/** Finds the next retry of a failed event, ISO 8601 UTC; undefined without one. */
export const findNextRetry = async (tx: Tx, topic: InboxTopic): Promise<string | undefined> =>
  (await tx.get(nextTry, { topic }))?.at ?? undefined

/** Finds the arrival of the first and last event without an attempt, ISO 8601 UTC; undefined without such an event. */
export async function findPendingSpan(tx: Tx, topic: InboxTopic): Promise<{ first: string; last: string } | undefined> {
  const { first, last } = (await tx.get(waiting, { topic })) ?? { first: null, last: null }
  return first === null || last === null ? undefined : { first, last }
}

/** True if an event has arrived after a moment. @param at ISO 8601 UTC */
export const hasEventAfter = async (tx: Tx, at: string): Promise<boolean> =>
  (await tx.get(selectAfter, { at })) !== undefined

export const removeEvents = (tx: Tx, before: string): Promise<number> => tx.run(deleteHandled, { before })
