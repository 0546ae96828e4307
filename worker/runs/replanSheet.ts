import { parseRunSettings, type RunSettings } from '../../activities/inventorySync/run.ts'
import type { Run } from '../../contract/control/control.ts'
import { findStagedSize } from '../../state/sync/stagedSheets.ts'
import { withSourceLock, type RunCommandContext } from '../context/context.ts'
import { createWorkerError } from '../context/errors.ts'
import { requireRun, readRunView } from './find.ts'
import { launchRun, readSourceSettings } from './start.ts'

export type Choices = Pick<RunSettings, 'recreates' | 'takes' | 'cells'>

/**
 * Starts a run of the same sheet with choices of a person, besides those of the run itself. Its plan waits for a
 * decision.
 * @throws WorkerError `invalid_request` if the sheet is not stored any more
 */
export async function replanSheet(
  context: RunCommandContext,
  id: string,
  choose: (earlier: Choices) => Choices,
): Promise<Run> {
  const { source: sourceId } = await requireRun(context, id)
  const runId = await withSourceLock(context, sourceId, async (locked) => {
    const run = await requireRun(locked, id)
    const { file, sha256, edit, undoes } = run
    const bytes = sha256 === null ? undefined : await locked.state.read((tx) => findStagedSize(tx, sha256))
    if (edit !== null || undoes !== null || bytes === undefined) throw createWorkerError('sheet_not_stored', {})
    const { isUpload, recreates, takes, cells } = parseRunSettings(run)
    const choices = choose({ ...(recreates && { recreates }), ...(takes && { takes }), ...(cells && { cells }) })
    const { source, settings } = await readSourceSettings(locked, sourceId)
    const stored: RunSettings = { ...settings, ...(isUpload && { isUpload }), ...choices }
    return launchRun(locked, { source: source.id, decide: 'wait', settings: JSON.stringify(stored), file, sha256 })
  })
  return readRunView(context, runId)
}
