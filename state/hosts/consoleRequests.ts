// Signed requests of the console count once for all workers of the account. The rule compares sequence numbers and no
// clocks.
import { sql } from 'kysely'
import { SIGNED_REQUEST_WINDOW } from '../../contract/control/signedRequest.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

/** Rows stay for twice the window: a concurrent transaction may not see the highest number yet. */
const STORED_ROWS = 2 * SIGNED_REQUEST_WINDOW
const PRUNE_INTERVAL = 256

interface SignedRequestId {
  signingKeyId: string
  sequence: number
}

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectHighest = defineStatement<Pick<SignedRequestId, 'signingKeyId'>, { sequence: number }>((db, arg) =>
  db
    .selectFrom('console_request')
    .select('sequence')
    .where('signing_key_id', '=', arg('signingKeyId'))
    .orderBy('sequence', 'desc')
    .limit(sql.lit(1)),
)
const insert = defineStatement<SignedRequestId & { at: string }>((db, arg) =>
  db
    .insertInto('console_request')
    .values({ ...arg.columns('sequence'), signing_key_id: arg('signingKeyId'), accepted_at: arg('at') })
    .onConflict((conflict) => conflict.doNothing()),
)
const removeUpTo = defineStatement<SignedRequestId>((db, arg) =>
  db
    .deleteFrom('console_request')
    .where('signing_key_id', '=', arg('signingKeyId'))
    .where('sequence', '<=', arg('sequence')),
)
const removeOtherKeys = defineStatement<{ keyIds: string; before: string }>((db, arg, isAnyOf) =>
  db
    .deleteFrom('console_request')
    .where((row) => row.not(isAnyOf('signing_key_id', 'keyIds')))
    .where('accepted_at', '<', arg('before')),
)

/** Records a signed request. @returns false if it was recorded before, or is older than the window of its key */
export async function recordConsoleRequest(tx: Tx, request: SignedRequestId & { at: string }): Promise<boolean> {
  const { signingKeyId, sequence } = request
  const highest = (await tx.get(selectHighest, { signingKeyId }))?.sequence ?? 0
  if (sequence <= highest - SIGNED_REQUEST_WINDOW) return false
  if ((await tx.run(insert, request)) === 0) return false
  if (sequence % PRUNE_INTERVAL === 0) await tx.run(removeUpTo, { signingKeyId, sequence: sequence - STORED_ROWS })
  return true
}

/** Deletes old requests of keys that no server uses any more. @param keyIds keys in use */
export const removeRequestsOfOtherKeys = (tx: Tx, keyIds: readonly string[], before: string): Promise<number> =>
  tx.run(removeOtherKeys, { keyIds: JSON.stringify(keyIds), before })
