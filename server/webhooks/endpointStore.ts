import { sql } from 'kysely'
import type { Tx } from '../../platform/sql/types.ts'
import type { WebhookEndpointRow } from '../db/schema.ts'
import { defineStatement } from '../db/statement.ts'

const page = defineStatement<{ account: string; limit: number; offset: number }, WebhookEndpointRow>((db, arg) =>
  db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('account_id', '=', arg('account'))
    .orderBy('id', 'desc')
    .limit(arg('limit'))
    .offset(arg('offset')),
)

const count = defineStatement<{ account: string }, { endpoints: string | number }>((db, arg) =>
  db
    .selectFrom('webhook_endpoint')
    .select((expression) => expression.fn.countAll<string | number>().as('endpoints'))
    .where('account_id', '=', arg('account')),
)

const byId = defineStatement<{ account: string; id: string }, WebhookEndpointRow>((db, arg) =>
  db.selectFrom('webhook_endpoint').selectAll().where('account_id', '=', arg('account')).where('id', '=', arg('id')),
)

const insert = defineStatement<WebhookEndpointRow>((db, arg) =>
  db
    .insertInto('webhook_endpoint')
    .values(
      arg.columns(
        'account_id',
        'id',
        'url',
        'description',
        'events',
        'status',
        'disabled_reason',
        'disabled_at',
        'secret',
        'old_secret',
        'old_secret_until',
        'after_seq',
        'failing_since_ms',
        'failures_in_a_row',
        'paused_until_ms',
        'last_success_at',
        'created_at',
        'updated_at',
      ),
    ),
)

const remove = defineStatement<{ account: string; id: string }>((db, arg) =>
  db.deleteFrom('webhook_endpoint').where('account_id', '=', arg('account')).where('id', '=', arg('id')),
)

const clearPauseStatement = defineStatement<{ account: string; id: string }>((db, arg) =>
  db
    .updateTable('webhook_endpoint')
    .set({ paused_until_ms: sql.lit(0) })
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id')),
)

const total = async (tx: Tx, account: string): Promise<number> =>
  Number((await tx.get(count, { account }))?.endpoints ?? 0)

export const readEndpoints = async (
  tx: Tx,
  account: string,
  limit: number,
  offset: number,
): Promise<{ rows: WebhookEndpointRow[]; total: number }> => ({
  rows: await tx.all(page, { account, limit, offset }),
  total: await total(tx, account),
})

export const countEndpoints = total

export const findEndpoint = (tx: Tx, account: string, id: string): Promise<WebhookEndpointRow | undefined> =>
  tx.get(byId, { account, id })

export const insertEndpoint = (tx: Tx, row: WebhookEndpointRow): Promise<number> => tx.run(insert, row)

/** Updates only the given columns. The dispatcher writes the others without locking the account. */
export const changeEndpoint = async (
  tx: Tx,
  account: string,
  id: string,
  columns: Partial<WebhookEndpointRow>,
): Promise<void> => {
  const db = tx.builder<{ webhook_endpoint: WebhookEndpointRow }>()
  await tx.query(db.updateTable('webhook_endpoint').set(columns).where('account_id', '=', account).where('id', '=', id))
}

export const removeEndpoint = (tx: Tx, account: string, id: string): Promise<number> => tx.run(remove, { account, id })

/** Ends a pause requested by the endpoint or caused by failures. */
export const clearPause = (tx: Tx, account: string, id: string): Promise<number> =>
  tx.run(clearPauseStatement, { account, id })
