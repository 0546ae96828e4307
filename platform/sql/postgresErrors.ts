import { DatabaseError } from 'pg'

/** A transaction lost against another one: it is right when it is run again. */
const LOST = new Set(['40001', '40P01'])

/** Says of a connection that its prepared statements are gone or were made for a schema that has changed. */
const STALE = new Set(['0A000', '26000'])

/**
 * SQLSTATE classes and codes that speak of the database, not of the statement: connection, resources, operator intervention, a lock or a
 * statement that took too long, a fault of the system around it.
 */
const UNAVAILABLE = /^(08|53|57|58)|^(25P03|55P03)$/
/** To a transaction that wants to write: the server only reads now, as a standby does. */
const READ_ONLY = '25006'

/** What `pg` says, without a code, when a connection broke or could not be had in time. */
const BROKEN = /^(Connection terminated|Client (has encountered|was closed)|timeout exceeded|Query read timeout|Cannot use a pool)/

const stateOf = (error: unknown): string | undefined => (error instanceof DatabaseError ? (error.code ?? '') : undefined)

/** Whether the whole transaction may be run again: it is certain that nothing of it was kept. */
export const isLost = (error: unknown): boolean => LOST.has(stateOf(error) ?? '')

/** Whether the same would work on a fresh connection. */
export const isStale = (error: unknown): boolean =>
  error instanceof DatabaseError && STALE.has(error.code ?? '') && (error.code !== '0A000' || error.message.includes('cached plan'))

/** Whether the database itself failed or could not be reached, whatever the statement was. */
export function isUnavailable(error: unknown): boolean {
  const state = stateOf(error)
  if (state !== undefined) return UNAVAILABLE.test(state)
  return error instanceof Error && ('syscall' in error || BROKEN.test(error.message))
}

/** As `isUnavailable`, of a transaction that writes. */
export const isUnavailableToWrites = (error: unknown): boolean => isUnavailable(error) || stateOf(error) === READ_ONLY

/** Classes of errors after which a commit may stand: connection, resources, the system around the server (as a failed fsync), internal errors. */
const UNCERTAIN = /^(08|53|58|XX|57P)/

/**
 * Whether a commit that gave this error may have been done all the same: the connection or its process ended before it was answered, or the
 * disk failed with its record in the log, which the server reads when it starts again.
 */
export function isUncertain(error: unknown): boolean {
  const state = stateOf(error)
  return state === undefined || UNCERTAIN.test(state)
}
