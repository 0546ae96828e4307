import type { listSources } from '../../contract/control/control.ts'
import type { uploadSheet } from '../../contract/control/sheetFiles.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { StateAndClock } from '../context/context.ts'
import { describeLocation } from '../../sheets/sources/kinds.ts'
import { countBindings } from '../../state/sync/bindings.ts'
import { listRunPage } from '../../state/sync/runs.ts'
import { addUpload, stageSheet } from '../../state/sync/stagedSheets.ts'
import { v7 as uuidv7 } from 'uuid'
import { createWorkerError } from '../context/errors.ts'
import { toRunView } from '../runs/view.ts'
import { listScheduleViews, type ListContext } from './schedules.ts'
import type { ReceivedSheet } from './uploads.ts'

export async function listSourceViews(context: ListContext): Promise<Reply<typeof listSources>> {
  const { sources } = await context.settings.read()
  const schedules = await listScheduleViews(context, sources)
  return context.state.read(async (tx) => {
    const boundItems = await countBindings(tx)
    const data = []
    for (const source of sources) {
      const { id, key, approve } = source
      const lastRunRow = (await listRunPage(tx, { source: id, limit: 1, offset: 0 })).runs[0]
      const last_run = lastRunRow ? await toRunView(tx, lastRunRow) : null
      data.push({
        source: id,
        ...describeLocation(source),
        key,
        approve,
        bound_items: boundItems.get(id) ?? 0,
        schedule: schedules.get(id) ?? null,
        last_run,
      })
    }
    return { data }
  })
}

/** Stores an uploaded sheet for the next run. */
export async function storeUpload(
  context: StateAndClock,
  { query }: Input<typeof uploadSheet>,
  sheet: ReceivedSheet,
): Promise<Reply<typeof uploadSheet>> {
  const { bytes, sha256 } = sheet
  if (bytes === 0) throw createWorkerError('empty_upload', {})
  const uploadId = uuidv7()
  const at = toIsoTime(context.clock.nowMs())
  await context.state.write(async (tx) => {
    await stageSheet(tx, sheet, at)
    await addUpload(tx, { uploadId, name: query.name, sha256, at })
  })
  return { data: { upload_id: uploadId, bytes, sha256 } }
}
