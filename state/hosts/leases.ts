import { toIsoTime } from '../../platform/clock.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

/** A request for exclusive access for a limited time. */
export interface LeaseRequest {
  /** The exclusive task. */
  name: string
  /** Unique per process. */
  holder: string
  nowMs: number
  forMs: number
}

type LeaseClaim = { name: string; holder: string; now: string; until: string }

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const renew = defineStatement<LeaseClaim>((db, arg) =>
  db
    .updateTable('lease')
    .set({ holder: arg('holder'), expires_at: arg('until') })
    .where('name', '=', arg('name'))
    .where((e) => e.or([e('holder', '=', arg('holder')), e('expires_at', '<=', arg('now'))])),
)
const insert = defineStatement<LeaseClaim>((db, arg) =>
  db
    .insertInto('lease')
    .values({ ...arg.columns('name', 'holder'), expires_at: arg('until') })
    .onConflict((conflict) => conflict.doNothing()),
)
const renewHeld = defineStatement<Pick<LeaseClaim, 'name' | 'holder' | 'until'>>((db, arg) =>
  db
    .updateTable('lease')
    .set({ expires_at: arg('until') })
    .where('name', '=', arg('name'))
    .where('holder', '=', arg('holder')),
)
const selectHolder = defineStatement<{ name: string }, { holder: string }>((db, arg) =>
  db.selectFrom('lease').select('holder').where('name', '=', arg('name')),
)
const selectHeld = defineStatement<{ name: string; holder: string }, { name: string }>((db, arg) =>
  db.selectFrom('lease').select('name').where('name', '=', arg('name')).where('holder', '=', arg('holder')).forUpdate(),
)
const selectLive = defineStatement<{ name: string; now: string }, { name: string }>((db, arg) =>
  db.selectFrom('lease').select('name').where('name', '=', arg('name')).where('expires_at', '>', arg('now')),
)
const remove = defineStatement<{ name: string; holder: string }>((db, arg) =>
  db.deleteFrom('lease').where('name', '=', arg('name')).where('holder', '=', arg('holder')),
)

/** Acquires a lease that is free, expired or the holder's own. @returns true if the holder has it now */
export async function acquireLease(tx: Tx, { name, holder, nowMs, forMs }: LeaseRequest): Promise<boolean> {
  const claim = { name, holder, now: toIsoTime(nowMs), until: toIsoTime(nowMs + forMs) }
  return (await tx.run(renew, claim)) > 0 || (await tx.run(insert, claim)) > 0
}

/**
 * Renews a lease that the holder still has. Unlike `acquireLease` it never reacquires a lease that another holder had
 * in between.
 */
export const renewLease = (tx: Tx, { name, holder, nowMs, forMs }: LeaseRequest): Promise<number> =>
  tx.run(renewHeld, { name, holder, until: toIsoTime(nowMs + forMs) })

export const findLeaseHolder = async (tx: Tx, name: string): Promise<string | undefined> =>
  (await tx.get(selectHolder, { name }))?.holder

/** True if the holder has the lease until this transaction ends. Another holder that wants it waits for the row. */
export const lockHeldLease = async (tx: Tx, name: string, holder: string): Promise<boolean> =>
  (await tx.get(selectHeld, { name, holder })) !== undefined

/** @param now ISO 8601 UTC */
export const findLiveLease = async (tx: Tx, name: string, now: string): Promise<boolean> =>
  (await tx.get(selectLive, { name, now })) !== undefined

/** Releases a lease early, unless another process holds it. */
export const releaseLease = (tx: Tx, name: string, holder: string): Promise<number> => tx.run(remove, { name, holder })
