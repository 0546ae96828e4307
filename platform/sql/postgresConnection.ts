import type { ClientConfig } from 'pg'
import { detectPooler } from './pooler.ts'
import { readPostgresUrl } from './postgresUrl.ts'
import { scaleTimeLimit } from '../timeLimit.ts'

const LOCK_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 12_000
/** Limit for a process that is suspended during a write: it must not hold a lock forever. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000
/**
 * The same limit, and that of a wait for a lock, for transactions of requests: a paused server stops an account's
 * writes no longer.
 */
const REQUEST_TIMEOUT_MS = 5000

/** Limits that the database itself enforces, so that they count for a process that does nothing any more. */
function buildTimeouts(servesRequests: boolean): Record<string, number> {
  const limit = (longMs: number): number =>
    servesRequests ? Math.min(longMs, Math.round(scaleTimeLimit(REQUEST_TIMEOUT_MS))) : longMs
  return {
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: limit(LOCK_TIMEOUT_MS),
    idle_in_transaction_session_timeout: limit(IDLE_IN_TRANSACTION_TIMEOUT_MS),
  }
}

/**
 * Setting without compilation. The planner overestimates a page of unknown length: compiling a statement of 1 ms took
 * 15 ms.
 */
const JIT = { jit: 'off' }

/** Adds an operator's options last, so that they take precedence. */
const toOptions = (operatorOptions = ''): string => `-c jit=${JIT.jit} ${operatorOptions}`.trim()

/** Settings of a connection to PostgreSQL, and its abilities. */
export interface PostgresConnection {
  settings: ClientConfig
  /** The variable of the URL, for messages. */
  setting: string
  /** True behind a pooler. A session belongs to no client there, so settings must be those of a transaction. */
  isPooled: boolean
  /** SQL to append to each `begin`: timeouts and other settings, if the session cannot have them. */
  beginSuffix: string
}

/**
 * Reads the settings and detects a pooler, over a separate connection.
 * @param servesRequests true for the short limits of requests
 * @throws ConfigError, DatabaseUnavailable
 */
export async function preparePostgres(
  url: string,
  setting = 'KITROOM_DATABASE_URL',
  servesRequests = false,
): Promise<PostgresConnection> {
  const timeouts = buildTimeouts(servesRequests)
  const settings = readPostgresUrl(url, setting)
  // PgBouncer refuses these settings as startup parameters, or silently ignores them.
  if (!(await detectPooler(settings, setting)))
    return {
      settings: { ...settings, ...timeouts, options: toOptions(settings.options) },
      setting,
      isPooled: false,
      beginSuffix: '',
    }
  const commands = Object.entries({ ...timeouts, ...JIT }).map(([name, value]) => `; set local ${name} = ${value}`)
  return { settings, setting, isPooled: true, beginSuffix: commands.join('') }
}
