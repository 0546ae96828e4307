import { ApplicationFailure } from '@temporalio/activity'
import { markDeleted, updateRow, isSameRow } from '../../calendars/row.ts'
import { toCalendarWindow, CANCELLED_VISIBLE_MS } from '../../calendars/calendarWindow.ts'
import { kinds } from '../../calendars/kinds/all.ts'
import type { CalendarKind, CalendarRecord } from '../../calendars/kinds/kind.ts'
import { ApiError } from '../../client/errors.ts'
import type { CalendarKindName } from '../../contract/control/calendars.ts'
import { restoredToMs } from '../../contract/epoch.ts'
import { toIsoTime, type Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { removeCalendarFault, storeCalendarFault } from '../../state/calendars/calendarFaults.ts'
import {
  findCalendarRead,
  removeDeletedRows,
  removeCalendarRow,
  storeCalendarRow,
  storeCalendarRead,
  listCalendarRows,
  raiseSequences,
  type CalendarRow,
  type CalendarRead,
} from '../../state/calendars/calendarRows.ts'
import type { WithLock } from '../../state/hosts/withLock.ts'
import { readAccount, type Account, type Api } from '../shared/api.ts'
import { sayError } from '../shared/failures.ts'
import { addItems, readItemsVersion, type ItemsVersion } from './readItems.ts'
import { readRecordsById, readRecords } from './readRecords.ts'

export interface RecordDeps {
  api: Api
  state: Database
  clock: Clock
  withLock: WithLock
}

/**
 * Sequence numbers skip this many after a restore: subscribers may have seen higher ones than the restored state has.
 */
const RESTORE_SEQUENCE_STEP = 100

/** Maximum number of attempts, since another reading can store its result first. */
const MAX_READINGS = 5

type Records = ReadonlyMap<string, CalendarRecord | undefined>

interface ReadChanges {
  account: Account
  firstDay: string
  etag: string | null
  itemsEtag: string | null
  records: Records
}

/** Input of a reading. */
interface Reading {
  deps: RecordDeps
  kind: CalendarKind
  account: Account
  firstDay: string
  /** The last reading, if its ETags apply to the same list. */
  last: CalendarRead | undefined
}

const toRecord = ({ record }: CalendarRow): CalendarRecord => JSON.parse(record) as CalendarRecord

function isExpectedInList(kind: CalendarKind, row: CalendarRow, firstDay: string): boolean {
  return row.deleted === 0 && (kind.dayOf(toRecord(row)) ?? '') >= firstDay
}

/** Reads stored records that the list lacks: they were deleted or moved to an earlier day. */
async function readMissing(
  { deps, kind, firstDay }: Reading,
  records: Records,
  rows: readonly CalendarRow[],
): Promise<Records> {
  const missing = rows
    .filter((row) => !records.has(row.id) && isExpectedInList(kind, row, firstDay))
    .map(({ id }) => id)
  return readRecordsById(deps.api, kind, missing)
}

/** Titles contain the names of items, so a changed item counts as a changed list. */
const readVersion = async ({ deps, kind, last }: Reading): Promise<ItemsVersion> =>
  kind.itemId ? readItemsVersion(deps.api, last?.items_etag ?? undefined) : { etag: null, hasChanged: false }

async function readChanges(reading: Reading): Promise<ReadChanges | undefined> {
  const { deps, kind, account, firstDay, last } = reading
  const items = await readVersion(reading)
  const list = await readRecords(deps.api, kind, firstDay, (!items.hasChanged && last?.etag) || undefined)
  if (!list) return undefined
  const rows = await deps.state.read((tx) => listCalendarRows(tx, kind.name))
  const listed = new Map(list.records.map((record) => [record.id, record]))
  const missing = await readMissing(reading, listed, rows)
  // Without this check, the records that a restore removed during the reading would look deleted.
  if (missing.size > 0 && (await readAccount(deps.api)).epoch !== account.epoch)
    throw ApplicationFailure.retryable(
      `The inventory was restored while its ${kind.noun.many} were read.`,
      'inventory_restored',
    )
  const records = await addItems(deps.api, kind, new Map([...listed, ...missing]), rows, !items.hasChanged)
  return { account, firstDay, etag: list.etag, itemsEtag: items.etag, records }
}

/** True for a record created after the backup was made. The restore removed it; no person deleted it. */
const wasRemovedByRestore = (row: CalendarRow, restoredMs: number): boolean =>
  Date.parse(toRecord(row).created_at) > restoredMs

async function updateRows(
  tx: Tx,
  kind: CalendarKind,
  { account, records }: ReadChanges,
  restoredMs: number | undefined,
  at: string,
): Promise<void> {
  const rows = new Map((await listCalendarRows(tx, kind.name)).map((row) => [row.id, row]))
  for (const [id, record] of records) {
    const storedRow = rows.get(id)
    if (!record && storedRow && restoredMs !== undefined && wasRemovedByRestore(storedRow, restoredMs))
      await removeCalendarRow(tx, id)
    else {
      const newRow = record
        ? updateRow(kind, storedRow, record, account.timeZone)
        : storedRow && markDeleted(kind, storedRow, account.timeZone, at)
      if (newRow && !isSameRow(storedRow, newRow)) await storeCalendarRow(tx, newRow)
    }
  }
}

/** Another reading was stored during this one. The records of this one may be older than the stored ones. */
class ReadingOutdated extends Error {
  override name = 'ReadingOutdated'
}

/** @throws ReadingOutdated when another reading was stored since `lastRead` */
async function requireSameRead(tx: Tx, kind: CalendarKind, lastRead: CalendarRead | undefined): Promise<void> {
  await tx.lock(`kitroom calendars ${kind.name}`)
  if (JSON.stringify(await findCalendarRead(tx, kind.name)) !== JSON.stringify(lastRead))
    throw new ReadingOutdated('other records were stored meanwhile')
}

async function refresh(deps: RecordDeps, kind: CalendarKind): Promise<void> {
  const { state, clock } = deps
  const account = await readAccount(deps.api)
  const lastRead = await state.read((tx) => findCalendarRead(tx, kind.name))
  const { first: firstDay } = toCalendarWindow(account.timeZone, clock.nowMs())
  const canUseEtags =
    lastRead?.epoch === account.epoch && lastRead.time_zone === account.timeZone && lastRead.from_day === firstDay
  const changes = await readChanges({ deps, kind, account, firstDay, last: canUseEtags ? lastRead : undefined })
  const nowMs = clock.nowMs()
  const at = toIsoTime(nowMs)
  await state.write(async (tx) => {
    await requireSameRead(tx, kind, lastRead)
    await removeCalendarFault(tx, kind.name)
    if (!changes) return void (await storeCalendarRead(tx, { ...(lastRead as CalendarRead), read_at: at }))
    const isRestored = lastRead !== undefined && lastRead.epoch !== account.epoch
    if (isRestored) await raiseSequences(tx, kind.name, RESTORE_SEQUENCE_STEP)
    await updateRows(tx, kind, changes, isRestored ? (restoredToMs(account.epoch) ?? -Infinity) : undefined, at)
    await removeDeletedRows(tx, kind.name, toIsoTime(nowMs - CANCELLED_VISIBLE_MS))
    const { etag, itemsEtag, firstDay: from_day } = changes
    const { epoch, timeZone: time_zone } = account
    await storeCalendarRead(tx, {
      name: kind.name,
      etag,
      items_etag: itemsEtag,
      from_day,
      epoch,
      time_zone,
      read_at: at,
    })
  })
}

/** Repeats a reading if another one was stored first, so that records never return to older data. */
async function refreshUntilStored(deps: RecordDeps, kind: CalendarKind): Promise<void> {
  for (let triesLeft = MAX_READINGS; ; triesLeft--) {
    try {
      return await refresh(deps, kind)
    } catch (error) {
      if (!(error instanceof ReadingOutdated)) throw error
      if (triesLeft <= 1)
        throw ApplicationFailure.retryable(`Other workers keep reading the ${kind.noun.many}.`, 'reading_outdated')
    }
  }
}

/** True if the worker's key lacks a scope: a person has to act, but other kinds can be read. */
export const isScopeMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'insufficient_scope'

/**
 * Updates the worker's table of a kind's records from the API. Without changes that takes two or three small requests.
 * After a restore of the API, sequences skip ahead, and the removed records are deleted without a tombstone, because
 * nobody cancelled them.
 * @throws the client's errors; ApplicationFailure (retryable) when the list keeps changing
 */
export async function refreshRecords(deps: RecordDeps, name: CalendarKindName): Promise<void> {
  const { clock } = deps
  await deps.withLock(`calendars:${name}`, async (state) => {
    try {
      await refreshUntilStored({ ...deps, state }, kinds[name])
    } catch (error) {
      if (isScopeMissing(error))
        await state.write((tx) =>
          storeCalendarFault(tx, { kind: name, cause: sayError(error), since: toIsoTime(clock.nowMs()) }),
        )
      throw error
    }
  })
}
