import { expect } from 'vitest'
import { ApiError } from '../../../client/errors.ts'
import type { PlanRow, Run } from '../../../contract/control/control.ts'
import type { Sync } from '../../worker/support/sync.ts'
import type { Fleet } from './fleet.ts'
import { callWorkers } from './persist.ts'
import { until } from '../../support/wait.ts'

/** What a row that is shown with an outcome becomes when the plan is applied. */
const RESULTS: Partial<Record<PlanRow['outcome'], string>> = {
  create: 'created',
  update: 'updated',
  unchanged: 'unchanged',
}

type Call = ReturnType<typeof callWorkers>

async function follow(call: Call, runId: string, isEnough: (run: Run) => boolean): Promise<Run> {
  let run: Run | undefined
  try {
    return await until(`run ${runId} goes on`, async () => {
      run = await call(`run ${runId}`, (sync) => sync.get(runId))
      return isEnough(run) ? run : undefined
    })
  } catch (error) {
    throw new Error(`the run does not end: ${JSON.stringify(run)}`, { cause: error })
  }
}

/** A decision whose answer was lost has arrived if the run no longer waits. */
async function approve(sync: Sync, runId: string): Promise<void> {
  try {
    await sync.approve(runId)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_waiting') throw error
  }
}

const isWrittenBack = (run: Run): boolean => run.write_back === undefined || run.write_back.status !== 'pending'

/** Plans a source, approves the plan that was shown, and requires that it was applied as shown. */
export async function syncAsShown(fleet: Fleet, source: string): Promise<Run['results']> {
  const call = callWorkers(fleet)
  const { run_id: runId } = await call(`start ${source}`, (sync) => sync.start({ source }))
  const planned = await follow(call, runId, ({ status, finished_at: end }) => status === 'waiting' || end !== null)
  expect(['waiting', 'completed'], `the plan of ${source}`).toContain(planned.status)
  const shown = await call('the plan', (sync) => sync.plan(runId))
  await call('the approval', (sync) => approve(sync, runId))
  const ended = await follow(call, runId, (run) => run.finished_at !== null && isWrittenBack(run))
  expect(ended, `the run of ${source}`).toMatchObject({ status: 'completed' })
  const report = await call('the report', (sync) => sync.report(runId))
  const resultOf = ({ row, key, changed, fields }: PlanRow, result: string | undefined) => ({
    row,
    key,
    changed,
    fields,
    result,
  })
  expect(report.rows.map((row) => resultOf(row, row.result))).toEqual(
    shown.rows.map((row) => resultOf(row, RESULTS[row.outcome])),
  )
  return ended.results
}
