import { expect } from 'vitest'
import { Document } from '../../contract/api/documents.ts'
import { EventBody } from '../../contract/events.ts'
import { Maintenance } from '../../contract/api/maintenance.ts'
import { Shoot } from '../../contract/api/shoots.ts'
import { foldTag } from '../../platform/foldText.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { verifyChain } from '../../server/audit/verify.ts'
import { readAccountState } from '../../server/db/accountState.ts'
import { toGearColumns, type ListedFields } from '../../server/db/gearColumns.ts'
import { countRecords } from '../../server/db/recount.ts'
import type { Schema } from '../../server/db/schema.ts'
import { toSearchName } from '../../server/resources/gear/searchNames.ts'
import { toSearchText, toStartKey } from '../../server/resources/shoots/record.ts'
import { FoundFault } from './foundFault.ts'
import { databaseUrl } from './testDatabase.ts'

type Stored = Record<string, unknown>

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

const tables = ['gear', 'shoot', 'maintenance', 'document'] as const

const rowsOf = (tx: Tx, table: (typeof tables)[number], account: string): Promise<{ id: string; record: string }[]> =>
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

/** Replays an account's events. Each must be consistent with those before it. @returns the last state of each record */
function replayEvents(events: readonly Event[]): Map<string, Replayed> {
  const replayedRecords = new Map<string, Replayed>()
  events.forEach((event, index) => {
    expect(event.seq, 'event numbers have no gap').toBe((events[0]?.seq ?? 0) + index)
    const body = EventBody.parse(JSON.parse(event.body))
    const { record, changes } = body.data
    expect({ bodyId: body.id, type: body.type, timestamp: body.timestamp, recordId: record['id'] }).toEqual({
      bodyId: event.id,
      type: event.type,
      timestamp: event.at,
      recordId: event.record_id,
    })
    expect(event.id > (events[index - 1]?.id ?? ''), 'event ids rise with the numbers').toBe(true)
    if (event.type === 'webhook.test') {
      expect(changes).toEqual({})
      return
    }
    const [, verb] = event.type.split('.')
    const recordBefore = replayedRecords.get(event.record_id)
    if (verb === 'created' && recordBefore) {
      expect(recordBefore.deleted, `${event.record_id} is created once, or restored`).toBe(true)
      expect({ ...record, updated_at: '' }, 'what is restored is what was deleted').toEqual({
        ...recordBefore.record,
        updated_at: '',
      })
      expect(String(record['updated_at']) > String(recordBefore.record['updated_at'])).toBe(true)
    } else expect(recordBefore?.deleted ?? false, `${event.type} after the end of ${event.record_id}`).toBe(false)
    if (verb === 'updated') {
      expect(Object.keys(changes).length, `${event.id} lists a change`).toBeGreaterThan(0)
      for (const [field, { from, to }] of Object.entries(changes)) {
        expect(record[field]).toEqual(to)
        expect(from).not.toEqual(undefined)
        if (recordBefore && !body.data.truncated?.includes(field)) expect(recordBefore.record[field]).toEqual(from)
      }
      if (recordBefore) expect(String(record['updated_at']) > String(recordBefore.record['updated_at'])).toBe(true)
    } else expect(changes).toEqual({})
    if (verb === 'deleted' && recordBefore) expect(record).toEqual(recordBefore.record)
    replayedRecords.set(event.record_id, {
      record,
      deleted: verb === 'deleted',
      createdSeen: verb === 'created' || (recordBefore?.createdSeen ?? false),
    })
  })
  return replayedRecords
}

async function checkEvents(tx: Tx, account: string): Promise<void> {
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
    expect(storedRecord === undefined, `${id} exists unless its last event deleted it`).toBe(deleted)
    const cutFields = Object.keys(record).filter(
      (name) => typeof record[name] === 'string' && record[name] !== storedRecord?.[name],
    )
    if (storedRecord) expect(asInEvent(storedRecord, cutFields)).toEqual(record)
  }
  if (isComplete || lastSeq === 0)
    for (const table of tables)
      for (const row of await rowsOf(tx, table, account))
        expect(replayedRecords.get(row.id)?.createdSeen, `${row.id} has a created event`).toBe(true)
  await checkAuditAgainstEvents(tx, account, events)
}

/** Routes whose writes insert events: those of records, and the one that sends a test event. */
const EVENT_ROUTES = /\/(?:gear|shoots|maintenance|documents)(?:\/|$)|\/webhooks\/\{id\}\/test$/

const requestOf = (event: Event): string => EventBody.parse(JSON.parse(event.body)).data.request_id

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
  for (const event of events)
    expect(
      objects.has(requestOf(event)) || pruned.has(event.at),
      `${event.id} belongs to a request that changed something`,
    ).toBe(true)
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

/** Columns of gear and shoots agree with the stored record, and each name counts its items. */
async function checkColumns(tx: Tx, account: string): Promise<void> {
  const db = tx.builder<Schema>()
  const names = new Map(
    (await tx.query(db.selectFrom('gear_name').selectAll().where('account_id', '=', account))).map((name) => [
      name.id,
      { fold: name.fold, items: name.items },
    ]),
  )
  const used = new Map<number, number>()
  for (const row of await tx.query(db.selectFrom('gear').selectAll().where('account_id', '=', account))) {
    const record = JSON.parse(row.record) as Stored & { brand: string; model: string } & ListedFields
    expect({ id: row.id, gear_type: row.gear_type, status: row.status, serial_number: row.serial_number }).toEqual({
      id: record['id'],
      gear_type: record['gear_type'],
      status: record['status'],
      serial_number: record['serial_number'],
    })
    expect(row.asset_tag_key).toBe(record.asset_tag === null ? null : foldTag(record.asset_tag))
    expect(row).toMatchObject(toGearColumns(record))
    expect(names.get(row.name_id)?.fold).toBe(toSearchName(record))
    used.set(row.name_id, (used.get(row.name_id) ?? 0) + 1)
  }
  expect(new Map([...names].map(([id, { items }]) => [id, items]))).toEqual(used)
  for (const row of await tx.query(db.selectFrom('shoot').selectAll().where('account_id', '=', account))) {
    const shoot = Shoot.parse(JSON.parse(row.record))
    expect({ id: row.id, status: row.status, starts: row.starts, fold: row.fold }).toEqual({
      id: shoot.id,
      status: shoot.status,
      starts: toStartKey(shoot),
      fold: toSearchText(shoot),
    })
    expect(shoot.location).toBe(shoot.locations[0] ?? null)
  }
}

/** Columns of documents and maintenance agree with the stored record, and the gear that they name exists. */
async function checkRelated(tx: Tx, account: string): Promise<void> {
  const db = tx.builder<Schema>()
  const gear = await tx.query(db.selectFrom('gear').select(['id', 'gear_type']).where('account_id', '=', account))
  const types = new Map(gear.map(({ id, gear_type: type }) => [id, type]))
  for (const row of await tx.query(db.selectFrom('document').selectAll().where('account_id', '=', account))) {
    const document = Document.parse(JSON.parse(row.record))
    const { id, gear_id: gearId, type, expires_on: expires, source } = document
    expect({
      id: row.id,
      gear_id: row.gear_id,
      type: row.type,
      expires_key: row.expires_key,
      source: row.source,
    }).toEqual({
      id,
      gear_id: gearId,
      type,
      expires_key: expires ?? '9999-12-31',
      source,
    })
    expect(document.gear_type, 'the gear type follows the item').toBe(gearId === null ? null : types.get(gearId))
  }
  for (const row of await tx.query(db.selectFrom('maintenance').selectAll().where('account_id', '=', account))) {
    const record = Maintenance.parse(JSON.parse(row.record))
    expect({
      id: row.id,
      item_id: row.gear_id,
      item_type: row.item_type,
      status: row.status,
      service_date: row.service_date,
    }).toEqual({
      id: record.id,
      item_id: record.item_id,
      item_type: record.item_type,
      status: record.status,
      service_date: record.service_date,
    })
    expect(record.completed_at !== null, 'completed_at is set exactly when it is completed').toBe(
      record.status === 'completed',
    )
    expect(types.get(record.item_id), 'the item exists and has that type').toBe(record.item_type)
  }
}

/** A pending delivery has a next attempt and no end. A finished one has an end, no next attempt and no lease. */
async function checkDeliveries(tx: Tx, account: string): Promise<void> {
  const rows = await tx.query(
    tx.builder<Schema>().selectFrom('webhook_delivery').selectAll().where('account_id', '=', account),
  )
  for (const { id, status, next_at_ms: nextAtMs, finished_at: finished, lease_holder: holder } of rows) {
    const isPending = status === 'pending'
    expect(nextAtMs !== null, id).toEqual(isPending)
    expect(finished === null, id).toEqual(isPending)
    if (!isPending) expect({ id, holder }).toEqual({ id, holder: null })
  }
}

/** Ids rise in the order of creation, and are unique across accounts. */
async function checkIds(tx: Tx, accounts: readonly string[]): Promise<void> {
  const all: string[] = []
  for (const account of accounts) {
    for (const table of tables) {
      const rows = await rowsOf(tx, table, account)
      const creationTimes = rows.map((row) => String((JSON.parse(row.record) as Stored)['created_at']))
      expect(creationTimes).toEqual(creationTimes.toSorted())
      all.push(...rows.map((row) => row.id))
    }
  }
  expect(new Set(all).size).toBe(all.length)
}

/** Checks the invariants of every idle database: counters, audit chain, one event per change, columns, deliveries, ids. */
export async function checkInvariants(databaseFile: string): Promise<void> {
  const db = await openDatabase(await databaseUrl(databaseFile))
  try {
    await db.read(async (tx) => {
      const accounts = (await tx.query(tx.builder<Schema>().selectFrom('account').select('id'))).map((row) => row.id)
      for (const account of accounts) {
        expect((await readAccountState(tx, account)).counters).toEqual(await countRecords(tx, account))
        expect((await verifyChain(tx, account)).fault).toBeNull()
        await checkEvents(tx, account)
        await checkColumns(tx, account)
        await checkRelated(tx, account)
        await checkDeliveries(tx, account)
      }
      await checkIds(tx, accounts)
    })
  } catch (error) {
    throw new FoundFault(`an invariant of ${databaseFile} does not hold`, { cause: error })
  } finally {
    await db.close()
  }
}
