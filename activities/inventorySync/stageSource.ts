import { toIsoTime } from '../../platform/clock.ts'
import { markStaged } from '../../state/runs.ts'
import { stageSheet } from '../../state/stagedSheets.ts'
import { fetchSheet } from '../../sources/kinds.ts'
import { runActivity } from '../runActivity.ts'
import { loadRun, parseRunSettings, toRunState } from './run.ts'
import type { SyncActivities, SyncDeps } from './types.ts'

/** Fetches the source's sheet and stores it. Uploads are already stored; a run past this step only returns its state. */
export const createStageSource =
  (deps: SyncDeps): SyncActivities['stageSource'] =>
  ({ runId }) =>
    runActivity(deps.log, async () => {
      const run = await loadRun(deps.state, runId)
      if (run.status !== 'planning' || run.sha256 !== null) return toRunState(run)
      const { name, bytes } = await fetchSheet(parseRunSettings(run).source, { configDir: deps.configDir })
      await deps.state.write(async (tx) => {
        const { sha256 } = await stageSheet(tx, bytes, toIsoTime(deps.clock.nowMs()))
        await markStaged(tx, runId, { sha256, file: name })
      })
      return toRunState(run)
    })
