import { sql, type ExpressionBuilder } from 'kysely'
import type { Tx } from '../../platform/sql/types.ts'
import type { Use } from '../auth/lastUseRecorder.ts'
import type { AccountStateRow, ApiKeyRow, ConsoleSessionRow, Schema } from '../db/schema.ts'
import { defineStatement } from '../db/statement.ts'

/** A session with one of its keys. A session with two keys has two rows. */
export interface SessionKeyRow extends ApiKeyRow {
  session_id: string
  token_hash: string
  owner_key_id: string | null
  session_created_at: string
  session_expires_at: string
  session_last_used_at: string
  session_last_used_ip: string
  user_agent: string | null
  ended_at: string | null
}

const SESSION_COLUMNS = [
  'console_session.id as session_id',
  'console_session.token_hash',
  'console_session.owner_key_id',
  'console_session.created_at as session_created_at',
  'console_session.expires_at as session_expires_at',
  'console_session.last_used_at as session_last_used_at',
  'console_session.last_used_ip as session_last_used_ip',
  'console_session.user_agent',
  'console_session.ended_at',
] as const

const ownsKey = (row: ExpressionBuilder<Schema, 'console_session' | 'api_key'>) =>
  row.and([
    row('api_key.account_id', '=', row.ref('console_session.account_id')),
    row.or([
      row('api_key.id', '=', row.ref('console_session.api_key_id')),
      row('api_key.id', '=', row.ref('console_session.owner_key_id')),
    ]),
  ])

const byHashes = defineStatement<{ hashes: string }, SessionKeyRow & AccountStateRow>((db, _arg, isAnyOf) =>
  db
    .selectFrom('console_session')
    .innerJoin('account_state', 'account_state.account_id', 'console_session.account_id')
    .innerJoin('api_key', (join) => join.on((row) => ownsKey(row as never)))
    .selectAll('account_state')
    .selectAll('api_key')
    .select(SESSION_COLUMNS)
    .where(isAnyOf('console_session.token_hash', 'hashes')),
)

const byId = defineStatement<{ account: string; id: string }, SessionKeyRow>((db, arg) =>
  db
    .selectFrom('console_session')
    .innerJoin('api_key', (join) => join.on((row) => ownsKey(row as never)))
    .selectAll('api_key')
    .select(SESSION_COLUMNS)
    .where('console_session.account_id', '=', arg('account'))
    .where('console_session.id', '=', arg('id')),
)

const insert = defineStatement<ConsoleSessionRow>((db, arg) =>
  db
    .insertInto('console_session')
    .values(
      arg.columns(
        'id',
        'account_id',
        'token_hash',
        'api_key_id',
        'owner_key_id',
        'created_at',
        'expires_at',
        'last_used_at',
        'last_used_ip',
        'user_agent',
        'ended_at',
      ),
    ),
)

const end = defineStatement<{ account: string; id: string; at: string }>((db, arg) =>
  db
    .updateTable('console_session')
    .set({ ended_at: arg('at') })
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id'))
    .where('ended_at', 'is', null),
)

const setOwnerKey = defineStatement<{ account: string; id: string; ownerKey: string | null }>((db, arg) =>
  db
    .updateTable('console_session')
    .set({ owner_key_id: arg('ownerKey') })
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id'))
    .where('ended_at', 'is', null),
)

// The condition keeps a later use that another server has stored.
const updateLastUse = defineStatement<Use>((db, arg) =>
  db
    .updateTable('console_session')
    .set({ last_used_at: arg('at'), last_used_ip: arg('ip') })
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id'))
    .where('last_used_at', '<', arg('at')),
)

const keyById = defineStatement<{ account: string; id: string }, ApiKeyRow>((db, arg) =>
  db
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id'))
    .limit(sql.lit(1)),
)

/** Finds sessions by the hashes of their tokens, each with the state of its account. */
export const findSessionsByHash = (tx: Tx, hashes: readonly string[]): Promise<(SessionKeyRow & AccountStateRow)[]> =>
  tx.all(byHashes, { hashes: JSON.stringify(hashes) })

export const findSessionRows = (tx: Tx, account: string, id: string): Promise<SessionKeyRow[]> =>
  tx.all(byId, { account, id })

export const insertSession = (tx: Tx, row: ConsoleSessionRow): Promise<number> => tx.run(insert, row)

/** Ends a session. @returns 0 if it had already ended */
export const markSessionEnded = (tx: Tx, account: string, id: string, at: string): Promise<number> =>
  tx.run(end, { account, id, at })

/** Sets the owner key of a session. @returns 0 if the session has ended */
export const setSessionOwnerKey = (tx: Tx, account: string, id: string, ownerKey: string | null): Promise<number> =>
  tx.run(setOwnerKey, { account, id, ownerKey })

export const recordSessionUse = (tx: Tx, used: Use): Promise<number> => tx.run(updateLastUse, used)

export const findKeyOfAccount = (tx: Tx, account: string, id: string): Promise<ApiKeyRow | undefined> =>
  tx.get(keyById, { account, id })
