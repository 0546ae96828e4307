import { Worker, type NativeConnection } from '@temporalio/worker'
import { filesQueue, taskQueue } from '../../contract/temporal.ts'
import { createFileActivities } from '../../activities/inventorySync/create.ts'
import type { SyncDeps } from '../../activities/inventorySync/types.ts'

export interface WorkerPlace {
  connection: NativeConnection
  namespace: string
  /** Prefix of everything that is this account's in Temporal. */
  account: string
  hostId: string
  /** Path of the workflow bundle. */
  codePath: string
}

const MAX_CACHED_WORKFLOWS = 200

/** Activities on their way get this long to end when the worker stops; then they are cancelled, and tried again by the next one. */
const STOPPING = { shutdownGraceTime: '20s', shutdownForceTime: '30s' } as const

/** The account's worker, and the one that reads files on this host. They share a connection. @param activities those of the account's queue */
export async function createWorkers(place: WorkerPlace, activities: object, deps: SyncDeps): Promise<Worker[]> {
  const { connection, namespace, account, hostId, codePath } = place
  // Heartbeats go out as often as activities beat, so that ten seconds of silence mean a dead worker.
  const common = { connection, namespace, ...STOPPING, maxHeartbeatThrottleInterval: '2s' } as const
  return Promise.all([
    Worker.create({
      ...common,
      taskQueue: taskQueue(account),
      workflowBundle: { codePath },
      activities,
      maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
      maxConcurrentWorkflowTaskExecutions: 10,
      maxConcurrentActivityTaskExecutions: 10,
      stickyQueueScheduleToStartTimeout: '5s',
    }),
    Worker.create({
      ...common,
      taskQueue: filesQueue(account, hostId),
      activities: createFileActivities(deps),
      maxConcurrentActivityTaskExecutions: 2,
    }),
  ])
}
