import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { toIsoTime, type Clock } from '../../platform/clock.ts'
import { ConfigError } from '../../platform/environment.ts'
import {
  describeDatabaseAddress,
  isSameDatabaseAddress,
  parseDatabaseAddress,
} from '../../platform/sql/databaseAddress.ts'
import { findDatabaseFile, isOpenElsewhere } from '../../platform/sql/databaseFile.ts'
import { openState } from '../../state/database/open.ts'
import { readLeaseClockMs } from '../../state/hosts/leaseClock.ts'
import { findLiveLease } from '../../state/hosts/leases.ts'
import { SCHEDULES_LEASE } from '../schedules/supervisor.ts'
import {
  findMovedTo,
  loadStateId,
  markStateMoved,
  readEarlierStateIds,
  renewStateId,
} from '../../state/hosts/stateId.ts'
import { copyState } from '../../state/database/transfer.ts'

export interface MoveOptions {
  dataDir: string
  from: string
  to: string
  clock: Clock
  signal: AbortSignal
}

const IN_USE = 'A worker runs on the database that is to be moved. Stop it, then move. Nothing was changed.'

/**
 * Refuses a state in use: a worker on SQLite has the file open, and one on PostgreSQL renews its lease.
 * @returns the id of the state
 */
async function requireUnusedState(from: string, clock: Clock): Promise<string> {
  const file = findDatabaseFile(from)
  if (file !== undefined && !existsSync(file))
    throw new ConfigError(`There is no worker's database at ${file}. Say where it is with KITROOM_DATA_DIR.`)
  if (file !== undefined && isOpenElsewhere(file)) throw new ConfigError(IN_USE)
  const state = await openState(from, clock)
  try {
    const movedTo = await state.read(findMovedTo)
    if (movedTo !== undefined)
      throw new ConfigError(`This state was moved already, to: ${movedTo}. Nothing was changed.`)
    const now = toIsoTime(await readLeaseClockMs(state, clock))
    if (file === undefined && (await state.read((tx) => findLiveLease(tx, SCHEDULES_LEASE, now))))
      throw new ConfigError(IN_USE)
    return await state.write(loadStateId)
  } finally {
    await state.close()
  }
}

/** True if a move has copied everything but was killed before it marked the old database. */
async function isCopied(to: string, stateId: string, clock: Clock): Promise<boolean> {
  const state = await openState(to, clock)
  try {
    return (await state.read(readEarlierStateIds)).at(-1) === stateId
  } finally {
    await state.close()
  }
}

/**
 * Moves the worker's state to an empty database. The old one stays, marked, and no worker starts on it any more.
 * @returns the new location of the state, and its number of rows
 * @throws ConfigError, DatabaseUnavailable
 */
export async function moveState({
  dataDir,
  from,
  to,
  clock,
  signal,
}: MoveOptions): Promise<{ place: string; rows: number }> {
  const [source, target] = [await parseDatabaseAddress(from, dataDir), await parseDatabaseAddress(to, dataDir)]
  if (isSameDatabaseAddress(source, target)) throw new ConfigError('--to names the database in which the state is.')
  const stateId = await requireUnusedState(from, clock)
  const place = describeDatabaseAddress(target, resolve(dataDir))
  const rows = (await isCopied(to, stateId, clock)) ? 0 : await copyState(from, to, { clock, signal }, renewStateId)
  const old = await openState(from, clock)
  try {
    await old.write((tx) => markStateMoved(tx, place))
  } finally {
    await old.close()
  }
  return { place, rows }
}
