import { ApplicationFailure } from '@temporalio/activity'
import { restoredToMs } from '../../contract/epoch.ts'
import type { Shoot } from '../../contract/shoots.ts'
import { toIsoTime, type Clock } from '../../platform/clock.ts'
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
import { readAccount, type Account, type Api } from '../api.ts'
import { markShootDeleted, updateShootRow, isSameRow } from '../../calendars/shootRow.ts'
import { readShootsById, readShoots } from './readShoots.ts'
import { toCalendarWindow, CANCELLED_SHOOT_VISIBLE_MS } from '../../calendars/calendarWindow.ts'

export interface ShootDeps {
  api: Api
  state: Database
  clock: Clock
}

/** Key of the lock under which shoots are refreshed. */
export const SHOOTS_LOCK = 'calendars'

/** After a restore, sequence numbers skip this many: subscribers may have seen higher ones than the restored state has. */
const RESTORE_SEQUENCE_STEP = 100

interface ReadChanges {
  account: Account
  firstDay: string
  etag: string | null
  shoots: Map<string, Shoot | undefined>
}

const isExpectedInList = (row: ShootRow, firstDay: string): boolean => row.deleted === 0 && (JSON.parse(row.record) as Shoot).shoot_date >= firstDay

/** Reads stored shoots that the list lacks: they were deleted or moved to an earlier day. @returns whether there are any */
async function readMissing(deps: ShootDeps, firstDay: string, shoots: Map<string, Shoot | undefined>): Promise<boolean> {
  const rows = await deps.state.read(listShootRows)
  const missing = rows.filter((row) => !shoots.has(row.id) && isExpectedInList(row, firstDay)).map(({ id }) => id)
  for (const [id, shoot] of await readShootsById(deps.api, missing)) shoots.set(id, shoot)
  return missing.length > 0
}

async function readChanges(deps: ShootDeps, account: Account, lastRead: ShootsRead | undefined): Promise<ReadChanges | undefined> {
  const { first: firstDay } = toCalendarWindow(account.timeZone, deps.clock.nowMs())
  const canUseEtag = lastRead?.epoch === account.epoch && lastRead.time_zone === account.timeZone && lastRead.from_day === firstDay
  const list = await readShoots(deps.api, firstDay, (canUseEtag && lastRead.etag) || undefined)
  if (!list) return undefined
  const shoots = new Map<string, Shoot | undefined>(list.shoots.map((shoot) => [shoot.id, shoot]))
  const hasMissing = await readMissing(deps, firstDay, shoots)
  // A restore during the reading would make the shoots it removed look deleted.
  if (hasMissing && (await readAccount(deps.api)).epoch !== account.epoch)
    throw ApplicationFailure.retryable('The inventory was restored while its shoots were read.', 'inventory_restored')
  return { account, firstDay, etag: list.etag, shoots }
}

/** True for a shoot created after the backup was made: the restore removed it, no person deleted it. */
const wasRemovedByRestore = ({ record }: ShootRow, restoredMs: number): boolean => Date.parse((JSON.parse(record) as Shoot).created_at) > restoredMs

async function updateRows(tx: Tx, { account, shoots }: ReadChanges, restoredMs: number | undefined, at: string): Promise<void> {
  const rows = new Map((await listShootRows(tx)).map((row) => [row.id, row]))
  for (const [id, shoot] of shoots) {
    const storedRow = rows.get(id)
    if (!shoot && storedRow && restoredMs !== undefined && wasRemovedByRestore(storedRow, restoredMs)) await removeShootRow(tx, id)
    else {
      const newRow = shoot ? updateShootRow(storedRow, shoot, account.timeZone) : storedRow && markShootDeleted(storedRow, account.timeZone, at)
      if (newRow && !isSameRow(storedRow, newRow)) await storeShootRow(tx, newRow)
    }
  }
}

/**
 * Updates the worker's table of shoots from the API; two small requests when nothing has changed. After a restore of the API, sequences skip ahead,
 * and shoots that it removed are deleted without a tombstone, because nobody cancelled them.
 * @throws the client's errors; ApplicationFailure (retryable) when the list keeps changing
 */
export async function refreshShoots(deps: ShootDeps): Promise<void> {
  const { state, clock } = deps
  const account = await readAccount(deps.api)
  const lastRead = await state.read(findShootsRead)
  const changes = await readChanges(deps, account, lastRead)
  const nowMs = clock.nowMs()
  const at = toIsoTime(nowMs)
  await state.write(async (tx) => {
    if (!changes) return void (await storeShootsRead(tx, { ...(lastRead as ShootsRead), read_at: at }))
    const isRestored = lastRead !== undefined && lastRead.epoch !== account.epoch
    if (isRestored) await raiseSequences(tx, RESTORE_SEQUENCE_STEP)
    await updateRows(tx, changes, isRestored ? (restoredToMs(account.epoch) ?? -Infinity) : undefined, at)
    await removeDeletedShoots(tx, toIsoTime(nowMs - CANCELLED_SHOOT_VISIBLE_MS))
    const { epoch, timeZone } = account
    await storeShootsRead(tx, { etag: changes.etag, from_day: changes.firstDay, epoch, time_zone: timeZone, read_at: at })
  })
}
