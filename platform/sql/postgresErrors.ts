import { DatabaseError } from 'pg'

/** Serialization failures and deadlocks: running the transaction again is correct. */
const CONFLICT_STATES = new Set(['40001', '40P01'])

/** The connection's prepared statements no longer exist or were made for an older schema. */
const STALE_STATEMENT_STATES = new Set(['0A000', '26000'])

/**
 * SQLSTATE codes about the database rather than the statement: connection, resources, operator intervention, timeouts,
 * system errors.
 */
const UNAVAILABLE_STATES = /^(08|53|57|58)|^(25P03|55P03)$/
const READ_ONLY_STATE = '25006'

const BROKEN_CONNECTION =
  /^(Connection terminated|Client (has encountered|was closed)|timeout exceeded|Query read timeout|Cannot use a pool)/

const stateOf = (error: unknown): string | undefined =>
  error instanceof DatabaseError ? (error.code ?? '') : undefined

/** True if the whole transaction may run again: it was certainly rolled back. */
export const isTransactionConflict = (error: unknown): boolean => CONFLICT_STATES.has(stateOf(error) ?? '')

export const isStaleStatement = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  STALE_STATEMENT_STATES.has(error.code ?? '') &&
  (error.code !== '0A000' || error.message.includes('cached plan'))

/** True if the database failed or could not be reached; the statement does not matter. */
export function isPostgresUnavailable(error: unknown): boolean {
  const state = stateOf(error)
  if (state !== undefined) return UNAVAILABLE_STATES.test(state)
  return error instanceof Error && ('syscall' in error || BROKEN_CONNECTION.test(error.message))
}

/** True if the server accepts no writes, as a standby does. */
export const isReadOnly = (error: unknown): boolean => stateOf(error) === READ_ONLY_STATE

export const isUnavailableToWrites = (error: unknown): boolean => isPostgresUnavailable(error) || isReadOnly(error)

/** Matches SQLSTATE codes of a connection that the server, or a person, has ended. */
const ENDED_STATES = /^(08|57P)/

/** True if the connection is lost, which a timeout does not show. Another one may work immediately. */
export function isConnectionLost(error: unknown): boolean {
  const state = stateOf(error)
  if (state !== undefined) return ENDED_STATES.test(state)
  return error instanceof Error && ('syscall' in error || error.message.startsWith('Connection terminated'))
}

/**
 * Error classes after which a commit may still be durable: connection, resources, system (such as a failed fsync),
 * internal errors.
 */
const UNCERTAIN_STATES = /^(08|53|58|XX|57P)/

/**
 * True if a commit that returned this error may have succeeded: no reply arrived, or the disk failed after the commit
 * record was in the WAL.
 */
export function isOutcomeUncertain(error: unknown): boolean {
  const state = stateOf(error)
  return state === undefined || UNCERTAIN_STATES.test(state)
}
