import { randomUUID } from 'node:crypto'
import { toIsoTime, type Clock } from '../../platform/clock.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { readLeaseClockMsIn } from '../hosts/leaseClock.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

/** Kinds of requests. Reads and writes of sheets have separate quotas; calendars have one for both. */
export type RequestKind = 'read' | 'write' | 'calendar'

interface GoogleRequest {
  read_id: string
  credential: string
  kind: RequestKind
  at: string
}

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const removeBefore = defineStatement<{ at: string }>((db, arg) =>
  db.deleteFrom('google_read').where('at', '<=', arg('at')),
)
const selectTimes = defineStatement<Pick<GoogleRequest, 'credential' | 'kind'>, { at: string }>((db, arg) =>
  db
    .selectFrom('google_read')
    .select('at')
    .where('credential', '=', arg('credential'))
    .where('kind', '=', arg('kind'))
    .orderBy('at'),
)
const insert = defineStatement<GoogleRequest>((db, arg) =>
  db.insertInto('google_read').values(arg.columns('read_id', 'credential', 'kind', 'at')),
)
const move = defineStatement<Pick<GoogleRequest, 'read_id' | 'at'>>((db, arg) =>
  db
    .updateTable('google_read')
    .set({ at: arg('at') })
    .where('read_id', '=', arg('read_id')),
)

const remove = defineStatement<Pick<GoogleRequest, 'read_id'>>((db, arg) =>
  db.deleteFrom('google_read').where('read_id', '=', arg('read_id')),
)

/**
 * Locks the quota of a credential and a kind until the transaction ends, so that each of two hosts counts the other's
 * reservations.
 * @returns the time after the wait for the lock: a request must not count from before
 */
export async function lockQuota(
  tx: Tx,
  clock: Clock,
  { credential, kind }: Pick<GoogleRequest, 'credential' | 'kind'>,
): Promise<number> {
  await tx.lock(`kitroom google ${kind} ${credential}`)
  return readLeaseClockMsIn(tx, clock)
}

/**
 * Lists the times of a credential's requests of a kind that count, oldest first. It deletes those of all credentials up
 * to `expiredAt`.
 */
export async function listRequestTimes(
  tx: Tx,
  request: Pick<GoogleRequest, 'credential' | 'kind'>,
  expiredAt: string,
): Promise<string[]> {
  await tx.run(removeBefore, { at: expiredAt })
  return (await tx.all(selectTimes, request)).map(({ at }) => at)
}

export const insertRequest = (tx: Tx, request: GoogleRequest): Promise<number> => tx.run(insert, request)

/** Sets the time of a reserved request. @returns 0 if the reservation has expired */
export const moveRequest = (tx: Tx, read_id: string, at: string): Promise<number> => tx.run(move, { read_id, at })

/** Deletes reserved requests that are not made. */
export async function removeRequests(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const read_id of ids) await tx.run(remove, { read_id })
}

const SECOND_MS = 1000
/** Maximum per second, below Google's 600 per minute, and few enough for a single calendar. */
const CALENDAR_UNITS_PER_SECOND = 8

/**
 * Reserves units of Google Calendar's quota. Most requests take one.
 * @param request `units`: at most 8
 * @returns 0, or milliseconds to wait before the next attempt
 */
export async function takeCalendarUnits(
  tx: Tx,
  { credential, units }: { credential: string; units: number },
  clock: Clock,
): Promise<number> {
  const nowMs = await lockQuota(tx, clock, { credential, kind: 'calendar' })
  const times = await listRequestTimes(tx, { credential, kind: 'calendar' }, toIsoTime(nowMs - 60 * SECOND_MS))
  const recent = times.filter((at) => Date.parse(at) > nowMs - SECOND_MS)
  const last = recent[recent.length + units - CALENDAR_UNITS_PER_SECOND - 1]
  if (last !== undefined) return Math.max(1, Date.parse(last) + SECOND_MS - nowMs)
  for (let unit = 0; unit < units; unit++)
    await insertRequest(tx, { read_id: randomUUID(), credential, kind: 'calendar', at: toIsoTime(nowMs) })
  return 0
}
