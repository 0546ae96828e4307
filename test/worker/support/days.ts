import { Client, Connection } from '@temporalio/client'
import { accountPrefix, dailyWorkflowId, taskQueue, workflowNames } from '../../../contract/temporal.ts'
import type { Counts } from '../../../activities/shared/automation.ts'
import type { Studio, Temporal } from './studio.ts'

export interface Days extends AsyncDisposable {
  client: Client
  /** Prefix of the account's ids in Temporal. */
  account: string
  /** Runs the daily workflow of a date (YYYY-MM-DD) to its end. @returns the counts of each step */
  runDay(day: string): Promise<Record<string, Counts>>
}

export async function openDays({ address, namespace }: Temporal, studio: Studio): Promise<Days> {
  const connection = await Connection.connect({ address })
  const client = new Client({ connection, namespace })
  const account = accountPrefix(studio.accountId)
  let runs = 0
  return {
    client,
    account,
    runDay: (day) => {
      const workflowId = `${dailyWorkflowId(account)}-lived-${++runs}`
      return client.workflow.execute(workflowNames.daily, {
        workflowId,
        taskQueue: taskQueue(account),
        args: [{ day }],
      }) as Promise<Record<string, Counts>>
    },
    [Symbol.asyncDispose]: () => connection.close(),
  }
}
