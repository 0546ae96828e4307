import {
  Client,
  Connection,
  isGrpcDeadlineError,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type ScheduleDescription,
} from '@temporalio/client'
import {
  accountPrefix,
  scheduledSyncWorkflowId,
  syncScheduleId,
  type ScheduledStart,
} from '../../../contract/temporal.ts'
import { until } from '../../support/wait.ts'
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

export async function openSchedules(temporal: Temporal, studio: Studio): Promise<Schedules> {
  const connection = await Connection.connect({ address: temporal.address })
  const client = new Client({ connection, namespace: temporal.namespace })
  const account = accountPrefix(studio.accountId)
  const id = (source: string): string => syncScheduleId(account, source)
  // A Temporal that serves several studios on two cores does not always answer within a call's deadline.
  const find = async (source: string): Promise<ScheduleDescription | undefined> => {
    const { description } = await until('Temporal describes the schedule', async () => {
      try {
        return { description: await client.schedule.getHandle(id(source)).describe() }
      } catch (error) {
        if (error instanceof ScheduleNotFoundError) return { description: undefined }
        if (isGrpcDeadlineError(error)) return undefined
        throw error
      }
    })
    return description
  }
  // Compared by run id: two workflows that start in one second share a workflow id.
  const startedRuns = async (source: string): Promise<{ workflowId: string; firstExecutionRunId: string }[]> =>
    ((await find(source))?.info.recentActions ?? []).flatMap(({ action }) =>
      action.type === 'startWorkflow' ? [action.workflow] : [],
    )
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
      if (!workflowId.startsWith(scheduledSyncWorkflowId(account, source)))
        throw new Error(`an unexpected workflow was started: ${workflowId}`)
      return (await client.workflow.getHandle(workflowId, firstExecutionRunId).result()) as ScheduledStart
    },
    [Symbol.asyncDispose]: () => connection.close(),
  }
}
