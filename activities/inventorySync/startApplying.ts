import { markApplying } from '../../state/runs.ts'
import { guarded } from '../guarded.ts'
import { loadRun, standing } from './run.ts'
import type { SyncActivities, SyncDeps } from './types.ts'

export const createStartApplying =
  (deps: SyncDeps): SyncActivities['startApplying'] =>
  ({ runId }) =>
    guarded(deps.log, async () => {
      const run = await loadRun(deps.state, runId)
      await deps.state.write((tx) => markApplying(tx, runId, run.actions))
      return standing(await loadRun(deps.state, runId))
    })
