import { Worker, type NativeConnection } from '@temporalio/worker'
import { filesQueue, taskQueue } from '../../contract/temporal.ts'
import { createFileActivities } from '../../activities/inventorySync/create.ts'
import type { SyncDeps } from '../../activities/inventorySync/types.ts'

export interface WorkerOptions {
  connection: NativeConnection
  namespace: string
  account: string
  hostId: string
  codePath: string
}

const MAX_CACHED_WORKFLOWS = 200

/** Time for running activities at a stop; afterwards they are cancelled and retried by the next worker. */
const SHUTDOWN = { shutdownGraceTime: '20s', shutdownForceTime: '30s' } as const

/** Creates the account's worker and the worker for this host's files, on one connection. @param activities those of the account's queue */
export async function createWorkers(options: WorkerOptions, activities: object, deps: SyncDeps): Promise<Worker[]> {
  const { connection, namespace, account, hostId, codePath } = options
  // Forward every heartbeat, so that ten seconds of silence mean a dead worker.
  const common = { connection, namespace, ...SHUTDOWN, maxHeartbeatThrottleInterval: '2s' } as const
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
