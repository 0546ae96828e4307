import { takeExcluded } from '../../platform/sql/statement.ts'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { defineStatement } from '../db/statement.ts'

const HOUR_MS = 60 * 60 * 1000
/** After a longer time without a running server, a pause cannot be distinguished from a wrong clock. */
const MAX_GAP_MS = 24 * HOUR_MS
/** Running time required afterwards before anything is pruned by age. */
const REQUIRED_RUNNING_MS = 24 * HOUR_MS

export interface PruneGuard {
  /** Records the clock and this server's running time. @returns true if ages can be trusted */
  mayPrune(): Promise<boolean>
  waitMs(): number
}

/** A guard for tests with their own clock. */
export const alwaysPrune: PruneGuard = { mayPrune: () => Promise.resolve(true), waitMs: () => 0 }

interface Watch {
  seen_ms: number
  wait_ms: number
}

const select = defineStatement<object, Watch>((db) =>
  db.selectFrom('clock_watch').select(['seen_ms', 'wait_ms']).where('name', '=', sql.lit('servers')),
)
const selectNewestClock = defineStatement<object, { ms: number | null }>((db) =>
  db.selectFrom('account_state').select((row) => row.fn.max('clock_ms').as('ms')),
)
const store = defineStatement<Watch>((db, arg) =>
  db
    .insertInto('clock_watch')
    .values({ name: sql.lit('servers'), ...arg.columns('seen_ms', 'wait_ms') })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(takeExcluded('seen_ms', 'wait_ms'))),
)

const readWatch = async (tx: Tx, nowMs: number): Promise<Watch> =>
  (await tx.get(select, {})) ?? { seen_ms: Number((await tx.get(selectNewestClock, {}))?.ms) || nowMs, wait_ms: 0 }

/**
 * Blocks pruning by age while the clock is not trusted, and for 24 hours of running time after a period without
 * servers. @param isTrusted see `GuardedClock` @param steadyNowMs running time of this process
 */
export function createPruneGuard(
  db: Database,
  clock: Clock,
  isTrusted: () => boolean,
  log: Logger,
  steadyNowMs = (): number => performance.now(),
): PruneGuard {
  let checkedAtMs: number | undefined
  let waitMs = 0
  return {
    async mayPrune() {
      if (!isTrusted()) return false
      const steadyMs = steadyNowMs()
      const runMs = checkedAtMs === undefined ? 0 : steadyMs - checkedAtMs
      const isFirst = checkedAtMs === undefined
      const nowMs = clock.nowMs()
      const gapMs = await db.write(
        async (tx) => {
          const watch = await readWatch(tx, nowMs)
          const gap = nowMs - watch.seen_ms
          // The clock is already guarded within a process, so sleep does not count as a pause.
          waitMs = isFirst && gap > MAX_GAP_MS ? REQUIRED_RUNNING_MS : Math.max(0, watch.wait_ms - runMs)
          await tx.run(store, { seen_ms: nowMs, wait_ms: Math.round(waitMs) })
          return gap
        },
        { durable: false },
      )
      checkedAtMs = steadyMs
      if (isFirst && waitMs > 0)
        log.info(
          { restedDays: Math.round(gapMs / (24 * HOUR_MS)), waitHours: Math.ceil(waitMs / HOUR_MS) },
          'nothing is pruned by age yet',
        )
      return waitMs === 0
    },
    waitMs: () => waitMs,
  }
}
