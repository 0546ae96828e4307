// The invariants of events and of the audit, which has a row for each.
import { expect } from 'vitest'
import { EventBody } from '../../contract/events.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { toDeliveredBody } from '../../server/db/events.ts'
import { readAccountState } from '../../server/db/accountState.ts'
import type { Schema } from '../../server/db/schema.ts'
import { expectEqual } from './quickExpect.ts'

export type Stored = Record<string, unknown>

interface Event {
  seq: number
  id: string
  type: string
  record_id: string
  at: string
  body: string
}

/** The state of a record after the events read so far. */
interface Replayed {
  record: Stored
  deleted: boolean
  createdSeen: boolean
}

export const tables = ['gear', 'shoot', 'maintenance', 'document'] as const

export const rowsOf = (
  tx: Tx,
  table: (typeof tables)[number],
  account: string,
): Promise<{ id: string; record: string }[]> =>
  tx.query(
    tx.builder<Schema>().selectFrom(table).select(['id', 'record']).where('account_id', '=', account).orderBy('id'),
  )

const eventsOf = (tx: Tx, account: string): Promise<Event[]> =>
  tx.query(tx.builder<Schema>().selectFrom('event').selectAll().where('account_id', '=', account).orderBy('seq'))

/** The record as an event carries it: the fields named in `truncated` are cut to 1000 characters. */
const asInEvent = (record: Stored, truncated: readonly string[] = []): Stored =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      truncated.includes(name) ? Array.from(String(value)).slice(0, 1000).join('') : value,
    ]),
  )

const ownFieldsOf = (record: Stored): Stored => (record['fields'] ?? {}) as Stored

/** Reads a field as changes name it: own fields as `fields.supplier`. An own field without a value is `null`. */
const valueOf = (record: Stored, field: string): unknown =>
  field.startsWith('fields.') ? (ownFieldsOf(record)[field.slice('fields.'.length)] ?? null) : record[field]

/** Replays an account's events. Each must be consistent with those before it. @returns the last state of each record */
function replayEvents(events: readonly Event[]): Map<string, Replayed> {
  const replayedRecords = new Map<string, Replayed>()
  events.forEach((event, index) => {
    expectEqual(event.seq, (events[0]?.seq ?? 0) + index, 'event numbers have no gap')
    const body = EventBody.parse(JSON.parse(toDeliveredBody(event.body)))
    const { record, changes } = body.data
    expectEqual(
      { bodyId: body.id, type: body.type, timestamp: body.timestamp, recordId: record['id'] },
      { bodyId: event.id, type: event.type, timestamp: event.at, recordId: event.record_id },
    )
    expectEqual(event.id > (events[index - 1]?.id ?? ''), true, 'event ids rise with the numbers')
    if (event.type === 'webhook.test') {
      expectEqual(changes, {})
      return
    }
    const [, verb] = event.type.split('.')
    const recordBefore = replayedRecords.get(event.record_id)
    if (verb === 'created' && recordBefore) {
      expect(recordBefore.deleted, `${event.record_id} is created once, or restored`).toBe(true)
      // A restored item lacks the category and the own fields that were deleted meanwhile.
      const { category = null } = record
      expect({ ...record, updated_at: '', fields: {} }, 'what is restored is what was deleted').toEqual({
        ...recordBefore.record,
        ...(record['gear_type'] === 'accessory' && category === null && { category }),
        updated_at: '',
        fields: {},
      })
      expect(ownFieldsOf(recordBefore.record)).toMatchObject(ownFieldsOf(record))
      expect(String(record['updated_at']) > String(recordBefore.record['updated_at'])).toBe(true)
    } else expectEqual(recordBefore?.deleted ?? false, false, `${event.type} after the end of ${event.record_id}`)
    if (verb === 'updated') {
      expect(Object.keys(changes).length, `${event.id} lists a change`).toBeGreaterThan(0)
      for (const [field, { from, to }] of Object.entries(changes)) {
        expect(valueOf(record, field)).toEqual(to)
        expect(from).not.toEqual(undefined)
        if (recordBefore && !body.data.truncated?.includes(field))
          expect(valueOf(recordBefore.record, field)).toEqual(from)
      }
      if (recordBefore) expect(String(record['updated_at']) > String(recordBefore.record['updated_at'])).toBe(true)
    } else expectEqual(changes, {})
    if (verb === 'deleted' && recordBefore) expect(record).toEqual(recordBefore.record)
    replayedRecords.set(event.record_id, {
      record,
      deleted: verb === 'deleted',
      createdSeen: verb === 'created' || (recordBefore?.createdSeen ?? false),
    })
  })
  return replayedRecords
}

/** Events agree with the records and with the audit. */
export async function checkEvents(tx: Tx, account: string): Promise<void> {
  const events = await eventsOf(tx, account)
  expect(new Set(events.map((event) => event.id)).size, 'event ids are unique').toBe(events.length)
  const [firstEvent] = events
  // Retention deletes the oldest events.
  const isComplete = firstEvent?.seq === 1
  const lastSeq = (await readAccountState(tx, account)).event_seq
  if (firstEvent) expect(lastSeq).toBe(firstEvent.seq + events.length - 1)
  const replayedRecords = replayEvents(events)
  const records = new Map<string, Stored>()
  for (const table of tables)
    for (const row of await rowsOf(tx, table, account)) records.set(row.id, JSON.parse(row.record) as Stored)
  for (const [id, { record, deleted }] of replayedRecords) {
    const storedRecord = records.get(id)
    expectEqual(storedRecord === undefined, deleted, `${id} exists unless its last event deleted it`)
    const cutFields = Object.keys(record).filter(
      (name) => typeof record[name] === 'string' && record[name] !== storedRecord?.[name],
    )
    if (storedRecord) expectEqual(asInEvent(storedRecord, cutFields), record)
  }
  if (isComplete || lastSeq === 0)
    for (const table of tables)
      for (const row of await rowsOf(tx, table, account))
        expectEqual(replayedRecords.get(row.id)?.createdSeen, true, `${row.id} has a created event`)
  await checkAuditAgainstEvents(tx, account, events)
}

/** Routes whose writes insert events: those of records, and the one that sends a test event. */
const EVENT_ROUTES = /\/(?:gear|shoots|maintenance|documents)(?:\/|$)|\/webhooks\/\{id\}\/test$/

const requestOf = (event: Event): string => (JSON.parse(event.body) as EventBody).data.request_id

const isFieldDeletion = (row: { method: string; status: number; entry: string }): boolean =>
  row.method === 'DELETE' &&
  row.status === 200 &&
  (JSON.parse(row.entry) as { route?: string }).route?.endsWith('/fields/{id}') === true

const clearsField = ({ body }: Event): boolean =>
  Object.entries((JSON.parse(body) as EventBody).data.changes).every(
    ([field, { to }]) => field.startsWith('fields.') && to === null,
  )

/** A write that changed a record has exactly one event of that record; every other request has none. */
async function checkAuditAgainstEvents(tx: Tx, account: string, events: readonly Event[]): Promise<void> {
  const rows = await tx.query(
    tx
      .builder<Schema>()
      .selectFrom('audit')
      .select(['at', 'request_id', 'method', 'status', 'object_id', 'entry'])
      .where('account_id', '=', account),
  )
  expect(new Set(rows.map((row) => row.request_id)).size, 'one audit row per request').toBe(rows.length)
  const [firstEvent] = events
  const isComplete = firstEvent?.seq === 1 || (await readAccountState(tx, account)).event_seq === 0
  const changing = rows.filter((row) => {
    if (!isComplete && (!firstEvent || row.at < firstEvent.at)) return false
    const entry = JSON.parse(row.entry) as { replayed?: boolean; changed?: string[]; route?: string }
    if (row.status >= 300 || row.method === 'GET' || row.method === 'HEAD' || entry.replayed) return false
    if (!EVENT_ROUTES.test(entry.route ?? '')) return false
    return row.method !== 'PATCH' || (entry.changed ?? []).length > 0
  })
  const objects = new Map(changing.map((row) => [row.request_id, row.object_id]))
  const ownEvents = events
    .map((event) => ({ event, request: requestOf(event) }))
    .filter(({ event, request }) => objects.get(request) === event.record_id)
  expect(ownEvents.map(({ request }) => request).toSorted()).toEqual([...objects.keys()].toSorted())
  const pruned = await prunedWrites(tx, account)
  // The deletion of an own field changes items in the background.
  const fieldDeletions = new Set(rows.filter(isFieldDeletion).map((row) => row.request_id))
  for (const event of events)
    expectEqual(
      objects.has(requestOf(event)) ||
        pruned.has(event.at) ||
        (fieldDeletions.has(requestOf(event)) && clearsField(event)),
      true,
      `${event.id} belongs to a request that changed something`,
    )
}

/** Checks the size of the audit links. @returns the times of writes whose audit rows retention has deleted */
async function prunedWrites(tx: Tx, account: string): Promise<Set<string>> {
  const links = await tx.query(
    tx
      .builder<Schema>()
      .selectFrom('audit_link')
      .select(['last_at', 'writes', 'bytes', 'pruned_at'])
      .where('account_id', '=', account),
  )
  const bytes = links.filter((link) => link.pruned_at === null).reduce((sum, link) => sum + link.bytes, 0)
  expect((await readAccountState(tx, account)).audit_bytes).toBe(bytes)
  return new Set(links.filter((link) => link.pruned_at !== null && link.writes > 0).map((link) => link.last_at))
}
