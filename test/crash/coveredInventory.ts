import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { accountPrefix, dailyWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import { runSql } from '../support/database.ts'
import { startLocalStudio } from '../support/localStudio.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { cameras, csv } from '../worker/support/sheets.ts'
import { openSync } from '../worker/support/sync.ts'

export const INSIDE_COUNT = 600
export const ENDED_COUNT = 400

/**
 * A studio whose sheet has items with warranties: some inside the watch window, some that have ended, most years later.
 */
export interface CoveredInventory extends AsyncDisposable {
  workerPid: number
  /**
   * Synchronises the sheet, and waits until all events are handled and all reminders are sent.
   * @returns the results of the run
   */
  sync: () => Promise<unknown>
  countOf: (from: string) => Promise<number>
  openRuns: () => Promise<number>
  /** Executes a daily run to its end. @returns what its step for warranties counted */
  runDaily: (name: string) => Promise<unknown>
}

const today = Temporal.Now.plainDateISO('UTC')

/** The end date of an item's warranty: inside the watch window, before today, or years after the window. */
function endOf(index: number): string {
  const isEnded = index < INSIDE_COUNT + ENDED_COUNT
  const daysOutside = isEnded ? -1 - index : 91 + (index % 2000)
  const days = index < INSIDE_COUNT ? 2 + (index % 88) : daysOutside
  return today.add({ days }).toString()
}

export async function openCoveredInventory(itemCount: number): Promise<CoveredInventory> {
  const studio = await startLocalStudio('sources:\n  - id: main\n    file: sheet.csv\n')
  studio.write('sheet.csv', csv(cameras(itemCount).map((row, index) => ({ ...row, 'Warranty Expires': endOf(index) }))))
  const { address, namespace } = testTemporal()
  const connection = await Connection.connect({ address })
  const { workflow } = new Client({ connection, namespace })
  const account = accountPrefix(studio.account.account_id)
  const countOf = async (from: string): Promise<number> =>
    (await runSql<{ n: number }>(join(studio.dataFolder, 'worker.db'), `select count(*) as n from ${from}`))[0]?.n ?? 0
  const { processes } = JSON.parse(readFileSync(join(studio.dataFolder, 'run.json'), 'utf8')) as {
    processes: Record<string, { pid: number }>
  }
  return {
    workerPid: processes['worker']?.pid ?? 0,
    async sync() {
      const { status, results } = await openSync(studio.dataFolder).syncAll()
      await until(
        'every event is in the inbox',
        async () => (await countOf("inbox where type = 'document.created'")) === itemCount,
      )
      await until('every event is handled', async () => (await countOf('inbox_todo')) === 0)
      await until(
        'every due reminder is sent',
        async () => (await countOf("reminder where state = 'sent'")) === INSIDE_COUNT + ENDED_COUNT,
      )
      return { status, results }
    },
    countOf,
    openRuns: async () =>
      (await workflow.count(`TaskQueue = '${taskQueue(account)}' AND ExecutionStatus = 'Running'`)).count,
    async runDaily(name) {
      const options = { workflowId: `${dailyWorkflowId(account)}:${name}`, taskQueue: taskQueue(account), args: [{}] }
      return ((await workflow.execute(workflowNames.daily, options)) as Record<string, unknown>)['reconcileWarranties']
    },
    async [Symbol.asyncDispose]() {
      await connection.close()
      await studio.stop()
    },
  }
}
