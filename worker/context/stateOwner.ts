import type { ScheduleDescription } from '@temporalio/client'
import { ConfigError } from '../../platform/environment.ts'
import { describeDatabaseAddress, parseDatabaseAddress } from '../../platform/sql/databaseAddress.ts'
import { findDatabaseFile } from '../../platform/sql/databaseFile.ts'

// The memo of the daily schedule names the database in which the account's workers store their state. There is only
// one.

/** Id and location of the worker's database, without user and password. */
export interface StateOwner {
  stateId: string
  place: string
}

/** This worker's database, with the ids of the databases from which its state was moved. */
export interface OwnState extends StateOwner {
  earlierIds: readonly string[]
}

export async function locateState(url: string, dataDir: string, hostId: string): Promise<string> {
  const place = describeDatabaseAddress(await parseDatabaseAddress(url, dataDir), dataDir)
  return findDatabaseFile(url) === undefined ? place : `${place}, on the host ${hostId}`
}

/** @returns undefined for a schedule of an older version, which named no database */
export function readOwner({ action }: ScheduleDescription): StateOwner | undefined {
  const { stateId, place } = (action.memo ?? {}) as Partial<StateOwner>
  return typeof stateId === 'string' && typeof place === 'string' ? { stateId, place } : undefined
}

/**
 * True if the worker's database may serve the account: it is the named one, was created to replace it, or has its moved
 * state.
 */
const canOwn = (own: OwnState, named: StateOwner): boolean =>
  named.stateId === own.stateId || named.place === own.place || own.earlierIds.includes(named.stateId)

/** @throws ConfigError if the schedule names another database */
export function requireOwnState(own: OwnState, described: ScheduleDescription): void {
  const named = readOwner(described)
  if (named === undefined || canOwn(own, named)) return
  throw new ConfigError(
    [
      `Another worker of this account has its state in another database: ${named.place}. This worker's is: ${own.place}.`,
      'With two databases, both would write items and send reminders.',
      'Give all workers one PostgreSQL database in KITROOM_WORKER_DATABASE_URL, or start only the other worker.',
      `If the other database is lost or no longer used, start this worker with KITROOM_REPLACED_STATE=${named.stateId}.`,
    ].join('\n'),
  )
}
