import { say } from '../../contract/sentences/say.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { SheetRefused } from '../../sheets/types.ts'
import { fetchSheet, hasSameLocation, mayHoldSecrets } from '../../sheets/sources/kinds.ts'
import type { SourceSettings } from '../../sheets/sources/settings.ts'
import { removeDownload, storeDownload } from '../../state/sync/downloads.ts'
import { markStaged } from '../../state/sync/runs.ts'
import { stageSheet, toSheetContent } from '../../state/sync/stagedSheets.ts'
import { storeWriteBack } from '../../state/sync/writeBacks.ts'
import { findLastDownload } from './lastDownload.ts'
import { runGoogleActivity } from '../shared/runActivity.ts'
import { loadRun, parseRunSettings, toRunState } from './run.ts'
import type { RunState, SyncDeps } from './types.ts'

/** Adds the secrets of the location, which a stored run lacks. */
async function readLocation({ findSource }: SyncDeps, stored: SourceSettings): Promise<SourceSettings> {
  if (!mayHoldSecrets(stored)) return stored
  const current = await findSource(stored.id)
  if (current && hasSameLocation(current, stored)) return current
  throw new SheetRefused('unreadable_file', say('address_changed', { source: stored.id }))
}

/**
 * Fetches the source's sheet and stores it. A file is fetched on its host, any other sheet on any worker. Uploads are
 * already stored. For a run beyond this step it only returns the state.
 */
export const createStageSource = (deps: SyncDeps) => ({
  stageSource: ({ runId }: { runId: string }): Promise<RunState> =>
    runGoogleActivity(deps, async (signal) => {
      const run = await loadRun(deps.state, runId)
      if (run.status !== 'planning' || run.sha256 !== null) return toRunState(run)
      const source = await readLocation(deps, parseRunSettings(run).source)
      const lastDownload = findLastDownload(deps.state, source.id)
      const isRequested = run.scheduled_by === null
      const sourceDeps = { ...deps.sourceHost, lastDownload, isRequested, signal }
      const { name, bytes, version } = await fetchSheet(source, sourceDeps)
      const sheet = toSheetContent(bytes)
      const { sha256 } = sheet
      await deps.state.write(async (tx) => {
        await stageSheet(tx, sheet, toIsoTime(deps.clock.nowMs()))
        if (version) await storeDownload(tx, { source: source.id, name, sha256, ...version })
        else await removeDownload(tx, source.id)
        await markStaged(tx, runId, { sha256, file: name })
        if (source.write_back === true) await storeWriteBack(tx, runId, { status: 'pending', rows: 0, notes: [] })
      })
      return toRunState(run)
    }),
})
