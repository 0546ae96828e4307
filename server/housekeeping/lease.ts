import type { Database } from '../../platform/sql/types.ts'
import { defineStatement } from '../db/statement.ts'

type Claim = { job: string; holder: string; now: number; until: number; latest: number }

const acquire = defineStatement<Claim>((db, arg) =>
  db
    .updateTable('housekeeping_lease')
    .set({ holder: arg('holder'), until_ms: arg('until') })
    .where('job', '=', arg('job'))
    .where((row) =>
      row.or([
        row('until_ms', '<=', arg('now')),
        row('until_ms', '>', arg('latest')),
        row('holder', '=', arg('holder')),
      ]),
    ),
)
const create = defineStatement<Omit<Claim, 'now' | 'latest'>>((db, arg) =>
  db
    .insertInto('housekeeping_lease')
    .values({ ...arg.columns('job', 'holder'), until_ms: arg('until') })
    .onConflict((conflict) => conflict.column('job').doNothing()),
)
const end = defineStatement<{ job: string; holder: string; until: number }>((db, arg) =>
  db
    .updateTable('housekeeping_lease')
    .set({ until_ms: arg('until') })
    .where('job', '=', arg('job'))
    .where('holder', '=', arg('holder')),
)

/** A lease that ends this much later than a new one was acquired with a wrong clock. */
const WRONG_CLOCK_MS = 60 * 60 * 1000

/** Acquires a job for this server. @returns `false` if another server has it */
export const acquireLease = (db: Database, claim: Omit<Claim, 'latest'>): Promise<boolean> =>
  db.write(
    async (tx) =>
      (await tx.run(acquire, { ...claim, latest: claim.until + WRONG_CLOCK_MS })) > 0 ||
      (await tx.run(create, claim)) > 0,
    {
      durable: false,
    },
  )

export const setLeaseEnd = (db: Database, args: { job: string; holder: string; until: number }): Promise<number> =>
  db.write((tx) => tx.run(end, args), { durable: false })
