import { ApplicationFailure } from '@temporalio/activity'
import { restoredToMs } from '../../contract/epoch.ts'
import type { Shoot } from '../../contract/shoots.ts'
import { isoTime, type Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import {
  findShootsRead,
  removeDeletedShoots,
  removeShootRow,
  storeShootRow,
  storeShootsRead,
  listShootRows,
  raiseSequences,
  type ShootRow,
  type ShootsRead,
} from '../../state/calendarShoots.ts'
import { readAccount, type Account, type Api } from '../../activities/api.ts'
import { markShootDeleted, updateShootRow, isSameRow } from '../../calendars/shootRow.ts'
import { readShootsById, readShoots } from './readShoots.ts'
import { calendarWindow, TOMBSTONE_MS } from '../../calendars/window.ts'

export interface CalendarDeps {
  api: Api
  state: Database
  clock: Clock
}

/** A restored state may be older than what subscribers have seen, so sequences skip this many numbers. */
const RESTORE_STEP = 100

interface Found {
  account: Account
  firstDay: string
  etag: string | null
  shoots: Map<string, Shoot | undefined>
}

const isExpected = (row: ShootRow, firstDay: string): boolean => row.deleted === 0 && (JSON.parse(row.record) as Shoot).shoot_date >= firstDay

/** Reads shoots that are missing from the list: they were deleted or moved to an earlier day. */
async function readMissing(deps: CalendarDeps, firstDay: string, shoots: Map<string, Shoot | undefined>): Promise<boolean> {
  const rows = await deps.state.read(listShootRows)
  const missing = rows.filter((row) => !shoots.has(row.id) && isExpected(row, firstDay)).map(({ id }) => id)
  for (const [id, shoot] of await readShootsById(deps.api, missing)) shoots.set(id, shoot)
  return missing.length > 0
}

async function readChanges(deps: CalendarDeps, account: Account, stored: ShootsRead | undefined): Promise<Found | undefined> {
  const { first: firstDay } = calendarWindow(account.timeZone, deps.clock.nowMs())
  const isSame = stored?.epoch === account.epoch && stored.time_zone === account.timeZone && stored.from_day === firstDay
  const read = await readShoots(deps.api, firstDay, (isSame && stored.etag) || undefined)
  if (!read) return undefined
  const shoots = new Map<string, Shoot | undefined>(read.shoots.map((shoot) => [shoot.id, shoot]))
  const someMissing = await readMissing(deps, firstDay, shoots)
  // A restore during the reading would make the shoots it removed look deleted.
  if (someMissing && (await readAccount(deps.api)).epoch !== account.epoch)
    throw ApplicationFailure.retryable('The inventory was restored while its shoots were read.', 'inventory_restored')
  return { account, firstDay, etag: read.etag, shoots }
}

/** A shoot created after the restored moment was removed by the restore, not deleted by a person. */
const wasLost = ({ record }: ShootRow, restoredMs: number): boolean => Date.parse((JSON.parse(record) as Shoot).created_at) > restoredMs

async function updateRows(tx: Tx, { account, shoots }: Found, restoredMs: number | undefined, at: string): Promise<void> {
  const rows = new Map((await listShootRows(tx)).map((row) => [row.id, row]))
  for (const [id, shoot] of shoots) {
    const known = rows.get(id)
    if (!shoot && known && restoredMs !== undefined && wasLost(known, restoredMs)) await removeShootRow(tx, id)
    else {
      const next = shoot ? updateShootRow(known, shoot, account.timeZone) : known && markShootDeleted(known, account.timeZone, at)
      if (next && !isSameRow(known, next)) await storeShootRow(tx, next)
    }
  }
}

/**
 * Updates the worker's table of shoots from the API; two small requests when nothing has changed. After a restore of the API, sequences skip ahead,
 * and shoots that it removed are forgotten without a tombstone: nobody cancelled them.
 * @throws the client's errors; ApplicationFailure (retryable) when the list keeps changing
 */
export async function refreshShoots(deps: CalendarDeps): Promise<void> {
  const { state, clock } = deps
  const account = await readAccount(deps.api)
  const stored = await state.read(findShootsRead)
  const found = await readChanges(deps, account, stored)
  const nowMs = clock.nowMs()
  const at = isoTime(nowMs)
  await state.write(async (tx) => {
    if (!found) return void (await storeShootsRead(tx, { ...(stored as ShootsRead), read_at: at }))
    const isRestored = stored !== undefined && stored.epoch !== account.epoch
    if (isRestored) await raiseSequences(tx, RESTORE_STEP)
    await updateRows(tx, found, isRestored ? (restoredToMs(account.epoch) ?? -Infinity) : undefined, at)
    await removeDeletedShoots(tx, isoTime(nowMs - TOMBSTONE_MS))
    const { epoch, timeZone } = account
    await storeShootsRead(tx, { etag: found.etag, from_day: found.firstDay, epoch, time_zone: timeZone, read_at: at })
  })
}
