import { Client, Connection } from '@temporalio/client'
import { accountPrefix, dailyWorkflowId, taskQueue, workflowNames } from '../../../contract/temporal.ts'
import type { Counts } from '../../../activities/automation.ts'
import type { Studio, Temporal } from './studio.ts'

/** Lives days of a studio one by one, whatever the date is outside. */
export interface Days extends AsyncDisposable {
  client: Client
  /** Prefix of everything that is the account's in Temporal. */
  account: string
  /** Begins a day, YYYY-MM-DD, and waits until all its steps are done. Answers what each counted. */
  live(day: string): Promise<Record<string, Counts>>
}

/** Opens Temporal for a studio whose worker runs. */
export async function openDays({ address, namespace }: Temporal, studio: Studio): Promise<Days> {
  const connection = await Connection.connect({ address })
  const client = new Client({ connection, namespace })
  const account = accountPrefix(studio.accountId)
  let lived = 0
  return {
    client,
    account,
    live: (day) => {
      const workflowId = `${dailyWorkflowId(account)}-lived-${++lived}`
      return client.workflow.execute(workflowNames.daily, { workflowId, taskQueue: taskQueue(account), args: [{ day }] }) as Promise<
        Record<string, Counts>
      >
    },
    [Symbol.asyncDispose]: () => connection.close(),
  }
}
