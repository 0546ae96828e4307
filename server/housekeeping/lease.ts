import type { Database } from '../../platform/sql/types.ts'
import { define } from '../db/statement.ts'

type Claim = { job: string; holder: string; now: number; until: number; never: number }

const take = define<Claim>((db, arg) =>
  db
    .updateTable('housekeeping_lease')
    .set({ holder: arg('holder'), until_ms: arg('until') })
    .where('job', '=', arg('job'))
    .where((row) => row.or([row('until_ms', '<=', arg('now')), row('until_ms', '>', arg('never')), row('holder', '=', arg('holder'))])),
)
const make = define<Omit<Claim, 'now' | 'never'>>((db, arg) =>
  db
    .insertInto('housekeeping_lease')
    .values({ job: arg('job'), holder: arg('holder'), until_ms: arg('until') })
    .onConflict((conflict) => conflict.column('job').doNothing()),
)
const end = define<{ job: string; holder: string; until: number }>((db, arg) =>
  db
    .updateTable('housekeeping_lease')
    .set({ until_ms: arg('until') })
    .where('job', '=', arg('job'))
    .where('holder', '=', arg('holder')),
)

/** A lease that ends so much later than any would was taken by a server whose clock was wrong. */
const WRONG_CLOCK_MS = 60 * 60 * 1000

/** Takes a job for this server until a moment. @returns `false` when another server has it */
export const takeLease = (db: Database, claim: Omit<Claim, 'never'>): Promise<boolean> =>
  db.write(async (tx) => (await tx.run(take, { ...claim, never: claim.until + WRONG_CLOCK_MS })) > 0 || (await tx.run(make, claim)) > 0, {
    durable: false,
  })

/** Changes how long a job stays this server's. */
export const endLease = (db: Database, args: { job: string; holder: string; until: number }): Promise<number> =>
  db.write((tx) => tx.run(end, args), { durable: false })
