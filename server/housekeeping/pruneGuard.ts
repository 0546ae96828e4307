import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { define } from '../db/statement.ts'

const HOUR_MS = 60 * 60 * 1000
/** A longer time without a server is a rest, or a clock that was set wrong: nothing tells which. */
const REST_MS = 24 * HOUR_MS
/** How long servers must have run after it before anything is deleted for its age. */
const WAIT_MS = 24 * HOUR_MS

/** Tells whether what is old may be deleted. */
export interface PruneGuard {
  /** Looks at the clock and counts the time that this server has run. @returns whether ages are to be trusted */
  mayPrune(): Promise<boolean>
  /** How long servers must still run before anything is pruned, as of the last look. */
  waitMs(): number
}

/** For databases whose clock is the test's own. */
export const alwaysPrune: PruneGuard = { mayPrune: () => Promise.resolve(true), waitMs: () => 0 }

interface Watch {
  seen_ms: number
  wait_ms: number
}

const select = define<object, Watch>((db) => db.selectFrom('clock_watch').select(['seen_ms', 'wait_ms']).where('name', '=', sql.lit('servers')))
const newest = define<object, { ms: number | null }>((db) => db.selectFrom('account_state').select((row) => row.fn.max('clock_ms').as('ms')))
const store = define<Watch>((db, arg) =>
  db
    .insertInto('clock_watch')
    .values({ name: sql.lit('servers'), seen_ms: arg('seen_ms'), wait_ms: arg('wait_ms') })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ seen_ms: row.ref('excluded.seen_ms'), wait_ms: row.ref('excluded.wait_ms') })),
    ),
)

/** What is known of the time before: a database that was never watched knows when its accounts last changed. */
const before = async (tx: Tx, nowMs: number): Promise<Watch> =>
  (await tx.get(select, {})) ?? { seen_ms: Number((await tx.get(newest, {}))?.ms) || nowMs, wait_ms: 0 }

/**
 * Nothing is deleted for its age while the clock is not believed, nor in the first 24 hours that servers run after a time without any:
 * a rest cannot be told from a clock that was set wrong meanwhile.
 * @param isBelieved whether the clock is; see `GuardedClock`
 * @param steadyNowMs counts the time that this process runs
 */
export function createPruneGuard(
  db: Database,
  clock: Clock,
  isBelieved: () => boolean,
  log: Logger,
  steadyNowMs = (): number => performance.now(),
): PruneGuard {
  let lookedAtMs: number | undefined
  let waitMs = 0
  return {
    async mayPrune() {
      if (!isBelieved()) return false
      const steadyMs = steadyNowMs()
      const ranMs = lookedAtMs === undefined ? 0 : steadyMs - lookedAtMs
      const isFirst = lookedAtMs === undefined
      const nowMs = clock.nowMs()
      const restMs = await db.write(
        async (tx) => {
          const known = await before(tx, nowMs)
          const rest = nowMs - known.seen_ms
          // Within a process the clock itself is watched: a machine that slept has not lost count.
          waitMs = isFirst && rest > REST_MS ? WAIT_MS : Math.max(0, known.wait_ms - ranMs)
          await tx.run(store, { seen_ms: nowMs, wait_ms: Math.round(waitMs) })
          return rest
        },
        { durable: false },
      )
      lookedAtMs = steadyMs
      if (isFirst && waitMs > 0)
        log.info({ restedDays: Math.round(restMs / (24 * HOUR_MS)), waitHours: Math.ceil(waitMs / HOUR_MS) }, 'nothing is pruned by age yet')
      return waitMs === 0
    },
    waitMs: () => waitMs,
  }
}
