import { createPlanRecords } from '../../activities/inventorySync/planRecords.ts'
import { readAllGear } from '../../activities/shared/listGear.ts'
import { readOwnFields } from '../../activities/shared/ownFields.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { findItemWithLongList } from '../../sheets/write/gearTable.ts'
import { writeTableFile } from '../../sheets/write/tableFile.ts'
import type { ReportRow } from '../../contract/control/control.ts'
import type {
  exportGear as exportGearOperation,
  exportReport as exportReportOperation,
} from '../../contract/control/sheetFiles.ts'
import type { Input } from '../../contract/operation.ts'
import type { SettingsAccess, StateAccess } from '../context/context.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { findStagedSize, readStagedChunks } from '../../state/sync/stagedSheets.ts'
import { createWorkerError } from '../context/errors.ts'
import { requireRun } from '../runs/find.ts'
import { streamReportedRows } from '../runs/read.ts'
import { toPlanView, toReportRowView } from '../runs/view.ts'
import type { ControlContext } from './route.ts'

const DEFAULT_CLEAR_TOKEN = '<clear>'

async function* readNothing(): AsyncGenerator<Uint8Array> {}

async function* reportRows(context: StateAccess, run: RunRow): AsyncGenerator<ReportRow> {
  for await (const row of streamReportedRows(context, run)) yield toReportRowView(row)
}

interface StagedFile {
  bytes: number
  chunks: AsyncIterable<Uint8Array>
}

/** Finds the sheet of a run. It has no bytes if they are not stored any more. */
async function findStagedFile({ state }: StateAccess, { sha256 }: RunRow): Promise<StagedFile> {
  const bytes = sha256 === null ? undefined : await state.read((tx) => findStagedSize(tx, sha256))
  return sha256 === null || bytes === undefined
    ? { bytes: 0, chunks: readNothing() }
    : { bytes, chunks: readStagedChunks(state, sha256) }
}

/**
 * Exports a report as a sheet. If the bytes of the synced sheet were deleted, the report has only Kitroom's columns.
 */
export async function* exportReport(
  context: Pick<ControlContext, 'state' | 'beginExport'>,
  { params, query }: Input<typeof exportReportOperation>,
): AsyncGenerator<Uint8Array> {
  const run = await requireRun(context, params.id)
  if (run.planned_at === null) throw createWorkerError('run_without_plan', {})
  using _export = context.beginExport()
  const sheet = await findStagedFile(context, run)
  const job = { kind: 'report', format: query.format, sheetBytes: sheet.bytes, head: toPlanView(run) } as const
  yield* writeTableFile(job, sheet.chunks, reportRows(context, run))
}

/**
 * Finds the clear token that all sources share, else the default. The export escapes values equal to it, so that a sync
 * does not clear them.
 */
async function findClearToken(context: SettingsAccess): Promise<string> {
  const { sources } = await context.settings.read()
  const [token, ...others] = new Set(sources.map((source) => source.clear_token))
  return token === undefined || others.length > 0 ? DEFAULT_CLEAR_TOKEN : token
}

async function* toAsyncIterable<T>(list: Iterable<T>): AsyncGenerator<T> {
  yield* list
}

/**
 * Exports the inventory as a sheet. It lists all items before it writes, because a partial file would look complete.
 */
export async function* exportGear(
  context: Pick<ControlContext, 'api' | 'settings' | 'beginExport'>,
  { query }: Input<typeof exportGearOperation>,
): AsyncGenerator<Uint8Array> {
  using _export = context.beginExport()
  const clearToken = await findClearToken(context)
  using records = createPlanRecords()
  const fields = await readOwnFields(context.api)
  const items = await readAllGear(context.api, new AbortController().signal, () => records.create<Gear>())
  const unfitItem = query.format === 'xlsx' ? findItemWithLongList(items) : undefined
  if (unfitItem) throw createWorkerError('cell_too_small', { item_id: unfitItem.id })
  yield* writeTableFile(
    { kind: 'gear', format: query.format, sheetBytes: 0, clearToken, fields },
    readNothing(),
    toAsyncIterable(items),
  )
}
