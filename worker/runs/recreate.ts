import { parseRunSettings, type RunSettings } from '../../activities/inventorySync/run.ts'
import type { recreateItems } from '../../contract/control/recreate.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { findStagedSize } from '../../state/sync/stagedSheets.ts'
import { withSourceLock, type RunCommandContext } from '../context/context.ts'
import { WorkerError } from '../context/errors.ts'
import { requireRun, readRunView } from './find.ts'
import { launchRun, readSourceSettings } from './start.ts'

/** Starts a run of the same sheet that creates again the items that were deleted in Kitroom. Its plan waits for a decision. */
export async function startRecreatingRun(
  context: RunCommandContext,
  { params }: Input<typeof recreateItems>,
): Promise<Reply<typeof recreateItems>> {
  const { source: id } = await requireRun(context, params.id)
  const runId = await withSourceLock(context, id, async (locked) => {
    const run = await requireRun(locked, params.id)
    const { file, sha256, edit, undoes } = run
    const bytes = sha256 === null ? undefined : await locked.state.read((tx) => findStagedSize(tx, sha256))
    if (edit !== null || undoes !== null || bytes === undefined)
      throw new WorkerError(
        'invalid_request',
        'The sheet of this run is not stored. Send it again, or sync the source.',
      )
    const { isUpload } = parseRunSettings(run)
    const { source, settings } = await readSourceSettings(locked, id)
    const origin = {
      source: source.id,
      decide: 'wait',
      settings: JSON.stringify({ ...settings, ...(isUpload && { isUpload }), recreates: true } satisfies RunSettings),
      file,
      sha256,
    } as const
    return launchRun(locked, origin)
  })
  return { data: await readRunView(context, runId) }
}
