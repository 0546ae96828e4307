import { takeExcluded } from '../../platform/sql/statement.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../platform/sql/types.ts'
import type { Schema } from '../db/schema.ts'
import { defineStatement } from '../db/statement.ts'

/** Time for which a result is cached, so that frequent checks cost nothing. */
const CACHE_DURATION_MS = 1000
const TIMEOUT_MS = 2000
/** A lease row that no job uses. */
const PROBE = { job: 'readiness', holder: 'probe' }

const probe = defineStatement<{ job: string; holder: string; until: number }>((db, arg) =>
  db
    .insertInto('housekeeping_lease')
    .values({ ...arg.columns('job', 'holder'), until_ms: arg('until') })
    .onConflict((conflict) => conflict.column('job').doUpdateSet(takeExcluded('until_ms'))),
)

/** Reads, then commits a changed row. Only a real write proves that the disk accepts writes. */
async function probeDatabase(db: Database, count: number): Promise<boolean> {
  await db.read((tx) => tx.query(tx.builder<Schema>().selectFrom('account_state').select('account_id').limit(1)))
  await db.write((tx) => tx.run(probe, { ...PROBE, until: count }))
  return true
}

interface ReadinessOptions {
  timeoutMs?: number
  /** Clock of the cache, with any origin. */
  nowMs?: () => number
}

/**
 * Checks that the database can be read and written. A check without a result within two seconds counts as not ready;
 * only one runs at a time.
 */
export function createReadiness(
  db: Database,
  { timeoutMs = TIMEOUT_MS, nowMs: readNowMs = () => performance.now() }: ReadinessOptions = {},
): () => Promise<boolean> {
  let probedAtMs = -Infinity
  let running: Promise<boolean> | undefined
  let ready = Promise.resolve(false)
  let count = 0
  return () => {
    const nowMs = readNowMs()
    if (nowMs - probedAtMs < CACHE_DURATION_MS) return ready
    probedAtMs = nowMs
    count += 1
    running ??= probeDatabase(db, count)
      .catch(() => false)
      .finally(() => (running = undefined))
    ready = Promise.race([running, wait(timeoutMs, false, { ref: false })])
    return ready
  }
}
