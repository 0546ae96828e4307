import type { Database } from '../../platform/sql/types.ts'
import { markProgress } from '../../state/sync/runs.ts'
import type { RunPhase } from '../../state/tables/schema.ts'

const WRITE_INTERVAL_MS = 200

/** Creates a writer that stores a run's progress at most every 200 ms. It may skip the last value of a phase. */
export function createProgressWriter(
  state: Database,
  runId: string,
): (phase: RunPhase, done: number, total: number) => Promise<void> {
  let writtenAtMs = 0
  let writtenPhase: RunPhase | undefined
  return async (phase, done, total) => {
    const nowMs = performance.now()
    if (phase === writtenPhase && nowMs - writtenAtMs < WRITE_INTERVAL_MS) return
    writtenPhase = phase
    writtenAtMs = nowMs
    await state.write((tx) => markProgress(tx, runId, phase, done, total))
  }
}
