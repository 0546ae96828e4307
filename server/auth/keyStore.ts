import type { Tx } from '../../platform/sql/types.ts'
import type { AccountStateRow, ApiKeyRow } from '../db/schema.ts'
import { defineStatement } from '../db/statement.ts'
import type { Use } from './lastUseRecorder.ts'

const byHash = defineStatement<{ hash: string }, ApiKeyRow>((db, arg) =>
  db.selectFrom('api_key').selectAll().where('hash', '=', arg('hash')),
)

const withStateByHashes = defineStatement<{ hashes: string }, ApiKeyRow & AccountStateRow>((db, _arg, isAnyOf) =>
  db
    .selectFrom('api_key')
    .innerJoin('account_state', 'account_state.account_id', 'api_key.account_id')
    .selectAll('account_state')
    .selectAll('api_key')
    .where(isAnyOf('api_key.hash', 'hashes')),
)

const insert = defineStatement<ApiKeyRow>((db, arg) =>
  db
    .insertInto('api_key')
    .values(
      arg.columns(
        'id',
        'account_id',
        'kind',
        'name',
        'hash',
        'last4',
        'scopes',
        'rate_per_second',
        'created_at',
        'expires_at',
        'revoked_at',
        'last_used_at',
        'last_used_ip',
        'replaced_by',
      ),
    ),
)

const revokeKind = defineStatement<{ account: string; kind: string; at: string }>((db, arg) =>
  db
    .updateTable('api_key')
    .set({ revoked_at: arg('at') })
    .where('account_id', '=', arg('account'))
    .where('kind', '=', arg('kind'))
    .where('revoked_at', 'is', null),
)

// The condition keeps a later use that another server has stored.
const updateLastUse = defineStatement<Use>((db, arg) =>
  db
    .updateTable('api_key')
    .set({ last_used_at: arg('at'), last_used_ip: arg('ip') })
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id'))
    .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', arg('at'))])),
)

export const findKeyByHash = (tx: Tx, hash: string): Promise<ApiKeyRow | undefined> => tx.get(byHash, { hash })
/** Finds keys by their hashes, each with the state of its account. */
export const findKeysWithState = (tx: Tx, hashes: readonly string[]): Promise<(ApiKeyRow & AccountStateRow)[]> =>
  tx.all(withStateByHashes, { hashes: JSON.stringify(hashes) })
export const insertKey = (tx: Tx, row: ApiKeyRow): Promise<number> => tx.run(insert, row)

export const revokeKeysOfKind = (tx: Tx, account: string, kind: string, at: string): Promise<number> =>
  tx.run(revokeKind, { account, kind, at })

export const recordKeyUse = (tx: Tx, used: Use): Promise<number> => tx.run(updateLastUse, used)
