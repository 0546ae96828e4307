import type { ClientConfig } from 'pg'
import { detectPooler } from './pooler.ts'
import { readPostgresUrl } from './postgresUrl.ts'

const LOCK_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 12_000
/** A process suspended in mid-write must not hold an account's row lock forever. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000

const TIMEOUTS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
}

/** The planner overestimates a page of unknown length: compiling a statement of 1 ms took 15 ms. */
const JIT = { jit: 'off' }

/** Those of an operator come last, so that they win. */
const toOptions = (operatorOptions = ''): string => `-c jit=${JIT.jit} ${operatorOptions}`.trim()

/** How to connect to a PostgreSQL, and what its connections can do. */
export interface PostgresConnection {
  settings: ClientConfig
  /** The variable of the URL, for messages. */
  setting: string
  /** True behind a pooler: a session belongs to nobody, so settings must be those of a transaction. */
  isPooled: boolean
  /** SQL to append to each `begin`: timeouts and other settings, where they cannot be those of the session. */
  beginSuffix: string
}

/** Reads the settings and looks for a pooler, over a connection of its own. @throws ConfigError, DatabaseUnavailable */
export async function preparePostgres(url: string, setting = 'KITROOM_DATABASE_URL'): Promise<PostgresConnection> {
  const settings = readPostgresUrl(url, setting)
  // PgBouncer refuses these settings as startup parameters, or silently ignores them.
  if (!(await detectPooler(settings, setting)))
    return {
      settings: { ...settings, ...TIMEOUTS, options: toOptions(settings.options) },
      setting,
      isPooled: false,
      beginSuffix: '',
    }
  const commands = Object.entries({ ...TIMEOUTS, ...JIT }).map(([name, value]) => `; set local ${name} = ${value}`)
  return { settings, setting, isPooled: true, beginSuffix: commands.join('') }
}
