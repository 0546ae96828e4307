import { setTimeout as delay } from 'node:timers/promises'
import { Client, Connection, isGrpcDeadlineError, ScheduleNotFoundError, ScheduleOverlapPolicy, type ScheduleDescription } from '@temporalio/client'
import { accountPrefix, scheduledSyncWorkflowId, syncScheduleId, type ScheduledStart } from '../../../contract/temporal.ts'
import type { Studio, Temporal } from './studio.ts'

/** A studio's schedules as Temporal's own client sees them. */
export interface Schedules extends AsyncDisposable {
  client: Client
  account: string
  id(source: string): string
  /** The schedule of a source; undefined when there is none. */
  find(source: string): Promise<ScheduleDescription | undefined>
  list(): Promise<string[]>
  /** Triggers a schedule now. @returns the result of its workflow */
  trigger(source: string): Promise<ScheduledStart>
}

/** Polls `check` until it returns a value; throws after `limitMs`. */
export async function until<T>(description: string, check: () => Promise<T | undefined | false>, limitMs = 20_000): Promise<T> {
  const deadlineMs = performance.now() + limitMs
  for (;;) {
    const found = await check()
    if (found !== undefined && found !== false) return found
    if (performance.now() > deadlineMs) throw new Error(`not within ${limitMs} ms: ${description}`)
    await delay(100)
  }
}

export async function openSchedules(temporal: Temporal, studio: Studio): Promise<Schedules> {
  const connection = await Connection.connect({ address: temporal.address })
  const client = new Client({ connection, namespace: temporal.namespace })
  const account = accountPrefix(studio.accountId)
  const id = (source: string): string => syncScheduleId(account, source)
  const find = async (source: string, triesLeft = 3): Promise<ScheduleDescription | undefined> => {
    try {
      return await client.schedule.getHandle(id(source)).describe()
    } catch (error) {
      if (error instanceof ScheduleNotFoundError) return undefined
      // A Temporal that serves several studios on two cores does not always answer in time.
      if (!isGrpcDeadlineError(error) || triesLeft === 0) throw error
      return find(source, triesLeft - 1)
    }
  }
  // Compared by run id: two workflows that start in one second share a workflow id.
  const startedRuns = async (source: string): Promise<{ workflowId: string; firstExecutionRunId: string }[]> =>
    ((await find(source))?.info.recentActions ?? []).flatMap(({ action }) => (action.type === 'startWorkflow' ? [action.workflow] : []))
  return {
    client,
    account,
    id,
    find,
    list: async () => {
      const ids: string[] = []
      for await (const { scheduleId } of client.schedule.list()) if (scheduleId.startsWith(id(''))) ids.push(scheduleId)
      return ids.toSorted()
    },
    trigger: async (source) => {
      const runsBefore = new Set((await startedRuns(source)).map((one) => one.firstExecutionRunId))
      const skips = async (): Promise<number> => (await find(source))?.info.numActionsSkippedOverlap ?? 0
      let skipped = await skips()
      await client.schedule.getHandle(id(source)).trigger(ScheduleOverlapPolicy.SKIP)
      const { workflowId, firstExecutionRunId } = await until('the schedule starts its workflow', async () => {
        const now = await skips()
        // A schedule skips triggers until it notices that its workflow has ended, which takes a moment.
        if (now > skipped) await client.schedule.getHandle(id(source)).trigger(ScheduleOverlapPolicy.SKIP)
        skipped = now
        return (await startedRuns(source)).find((one) => !runsBefore.has(one.firstExecutionRunId))
      })
      if (!workflowId.startsWith(scheduledSyncWorkflowId(account, source))) throw new Error(`an unexpected workflow was started: ${workflowId}`)
      return (await client.workflow.getHandle(workflowId, firstExecutionRunId).result()) as ScheduledStart
    },
    [Symbol.asyncDispose]: () => connection.close(),
  }
}
