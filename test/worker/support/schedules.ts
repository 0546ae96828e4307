import { setTimeout as delay } from 'node:timers/promises'
import { Client, Connection, ScheduleNotFoundError, ScheduleOverlapPolicy, type ScheduleDescription } from '@temporalio/client'
import { accountPrefix, scheduledSyncWorkflowId, schedulePrefix, syncScheduleId, type ScheduledStart } from '../../../contract/temporal.ts'
import type { Studio, Temporal } from './studio.ts'

/** A studio's schedules as an operator with Temporal's own tools sees them. */
export interface Schedules extends AsyncDisposable {
  client: Client
  account: string
  id(source: string): string
  /** The schedule of a source; undefined when there is none. */
  find(source: string): Promise<ScheduleDescription | undefined>
  /** Ids of the account's schedules, sorted. */
  list(): Promise<string[]>
  /** Starts it now, as its time does; answers what its workflow came to. */
  trigger(source: string): Promise<ScheduledStart>
}

/** Tries until `check` answers something. */
export async function until<T>(what: string, check: () => Promise<T | undefined | false>, limitMs = 20_000): Promise<T> {
  const giveUpAtMs = performance.now() + limitMs
  for (;;) {
    const found = await check()
    if (found !== undefined && found !== false) return found
    if (performance.now() > giveUpAtMs) throw new Error(`it did not come to this in ${limitMs} ms: ${what}`)
    await delay(100)
  }
}

/** Opens Temporal for a look at the schedules of a studio. */
export async function openSchedules(temporal: Temporal, studio: Studio): Promise<Schedules> {
  const connection = await Connection.connect({ address: temporal.address })
  const client = new Client({ connection, namespace: temporal.namespace })
  const account = accountPrefix(studio.accountId)
  const id = (source: string): string => syncScheduleId(account, source)
  const find = async (source: string): Promise<ScheduleDescription | undefined> => {
    try {
      return await client.schedule.getHandle(id(source)).describe()
    } catch (error) {
      if (error instanceof ScheduleNotFoundError) return undefined
      throw error
    }
  }
  const started = async (source: string): Promise<string[]> =>
    ((await find(source))?.info.recentActions ?? []).flatMap(({ action }) => (action.type === 'startWorkflow' ? [action.workflow.workflowId] : []))
  return {
    client,
    account,
    id,
    find,
    list: async () => {
      const ids: string[] = []
      for await (const { scheduleId } of client.schedule.list()) if (scheduleId.startsWith(schedulePrefix(account))) ids.push(scheduleId)
      return ids.toSorted()
    },
    trigger: async (source) => {
      const before = await started(source)
      await client.schedule.getHandle(id(source)).trigger(ScheduleOverlapPolicy.SKIP)
      const workflowId = await until('the schedule starts its workflow', async () => (await started(source)).find((one) => !before.includes(one)))
      if (!workflowId.startsWith(scheduledSyncWorkflowId(account, source))) throw new Error(`an unexpected workflow was started: ${workflowId}`)
      return (await client.workflow.getHandle(workflowId).result()) as ScheduledStart
    },
    [Symbol.asyncDispose]: () => connection.close(),
  }
}
