import { sql } from 'kysely'
import type { Tx } from '../../../platform/sql/types.ts'
import type { WebhookEndpointRow } from '../../db/schema.ts'
import { defineStatement } from '../../db/statement.ts'

export type DisabledEndpointRow = Pick<WebhookEndpointRow, 'id' | 'url' | 'disabled_reason' | 'disabled_at'>

const disabled = defineStatement<{ account: string }, DisabledEndpointRow>((db, arg) =>
  db
    .selectFrom('webhook_endpoint')
    .select(['id', 'url', 'disabled_reason', 'disabled_at'])
    .where('account_id', '=', arg('account'))
    .where('status', '=', sql.lit('disabled'))
    .where('disabled_reason', '<>', sql.lit('owner'))
    .orderBy('id'),
)

/** Reads endpoints that the server disabled, oldest first. */
export const readDisabledEndpoints = (tx: Tx, account: string): Promise<DisabledEndpointRow[]> =>
  tx.all(disabled, { account })
