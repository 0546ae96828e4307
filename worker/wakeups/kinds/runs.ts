import { listOpenRuns } from '../../../state/sync/runs.ts'
import type { Wakeup } from '../wakeup.ts'

/** Resumes unfinished runs, whose workflows Temporal may have lost. */
export const runs: Wakeup = {
  id: 'runs',
  intervalMs: 30_000,
  find: async ({ state }) => (await state.read(listOpenRuns)).map((run) => ({ run })),
}
