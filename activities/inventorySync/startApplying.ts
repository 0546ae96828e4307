import { markApplying } from '../../state/sync/runs.ts'
import { runActivity } from '../shared/runActivity.ts'
import { loadRun, toRunState } from './run.ts'
import type { RunState, SyncDeps } from './types.ts'

export const createStartApplying = (deps: SyncDeps) => ({
  startApplying: ({ runId }: { runId: string }): Promise<RunState> =>
    runActivity(deps.log, async () => {
      const run = await loadRun(deps.state, runId)
      await deps.state.write((tx) => markApplying(tx, runId, run.actions))
      return toRunState(await loadRun(deps.state, runId))
    }),
})
