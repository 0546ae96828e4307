import type { getRun, listRuns, readPlan, readReport } from '../../contract/control/control.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import type { StateAccess } from '../context/context.ts'
import { listPlanRows, type ReportedRow } from '../../state/sync/planRows.ts'
import { listRunPage } from '../../state/sync/runs.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { requireRun, readRunView } from './find.ts'
import { toPlanView, toReportRowView, toRunView } from './view.ts'

const ROWS_PER_READ = 500

export const getRunView = async (
  context: StateAccess,
  { params }: Input<typeof getRun>,
): Promise<Reply<typeof getRun>> => ({
  data: await readRunView(context, params.id),
})

export async function listRunViews(
  context: StateAccess,
  { query }: Input<typeof listRuns>,
): Promise<Reply<typeof listRuns>> {
  const { limit, offset, source } = query
  return context.state.read(async (tx) => {
    const { runs, total } = await listRunPage(tx, { limit, offset, source })
    const data = []
    for (const run of runs) data.push(await toRunView(tx, run))
    return { data, pagination: { limit, offset, returned: data.length, total } }
  })
}

/**
 * Yields plan rows with their results, in the order of the sheet.
 * @throws Error if rows were dropped in between: the sent head is then wrong
 */
export async function* streamReportedRows(context: StateAccess, run: RunRow): AsyncGenerator<ReportedRow> {
  for (let afterPosition = -1; ;) {
    const rows = await context.state.read((tx) => listPlanRows(tx, run.run_id, afterPosition, ROWS_PER_READ))
    yield* rows
    const lastRow = rows.at(-1)
    if (!lastRow) break
    afterPosition = lastRow.position
  }
  const { dropped_rows: droppedRows } = await requireRun(context, run.run_id)
  if (droppedRows !== run.dropped_rows)
    throw new Error(`unchanged rows of the run ${run.run_id} were dropped while it was read`)
}

/** Yields the plan's `PlanHead`, then one line per row. */
export async function* streamPlan(context: StateAccess, { params }: Input<typeof readPlan>): AsyncGenerator {
  const run = await requireRun(context, params.id)
  yield toPlanView(run)
  if (run.planned_at === null) return
  for await (const row of streamReportedRows(context, run)) yield JSON.parse(row.body)
}

/** Yields the plan's `PlanHead`, then one line per row with its result. */
export async function* streamReport(context: StateAccess, { params }: Input<typeof readReport>): AsyncGenerator {
  const run = await requireRun(context, params.id)
  yield toPlanView(run)
  if (run.planned_at === null) return
  for await (const row of streamReportedRows(context, run)) yield toReportRowView(row)
}
