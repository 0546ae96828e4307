import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../platform/sql/types.ts'
import type { Schema } from '../db/schema.ts'
import { define } from '../db/statement.ts'

/** How long an answer is given again: whoever asks often costs nothing. */
const KNOWN_FOR_MS = 1000
const GIVE_UP_MS = 2000
/** A row among the leases that nobody claims. */
const PROBE = { job: 'readiness', holder: 'probe' }

const probe = define<{ job: string; holder: string; until: number }>((db, arg) =>
  db
    .insertInto('housekeeping_lease')
    .values({ job: arg('job'), holder: arg('holder'), until_ms: arg('until') })
    .onConflict((conflict) => conflict.column('job').doUpdateSet((row) => ({ until_ms: row.ref('excluded.until_ms') }))),
)

/** Reads, then commits a row that changes each time: only a real write shows that the disk takes one. */
async function ask(db: Database, count: number): Promise<boolean> {
  await db.read((tx) => tx.query(tx.builder<Schema>().selectFrom('account_state').select('account_id').limit(1)))
  await db.write((tx) => tx.run(probe, { ...PROBE, until: count }))
  return true
}

/** Whether the database can be read and takes writes. A database that does not answer within two seconds is not ready; it is not asked twice at once. */
export function createReadiness(db: Database): () => Promise<boolean> {
  let askedAtMs = -Infinity
  let asking: Promise<boolean> | undefined
  let ready = Promise.resolve(false)
  let count = 0
  return () => {
    const nowMs = performance.now()
    if (nowMs - askedAtMs < KNOWN_FOR_MS) return ready
    askedAtMs = nowMs
    count += 1
    asking ??= ask(db, count)
      .catch(() => false)
      .finally(() => (asking = undefined))
    ready = Promise.race([asking, wait(GIVE_UP_MS, false, { ref: false })])
    return ready
  }
}
