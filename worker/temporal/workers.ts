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

/** Time that running activities get when the worker stops. Then they are cancelled, and the next worker retries them. */
const SHUTDOWN_TIMES = { shutdownGraceTime: '20s', shutdownForceTime: '30s' } as const

/** Creates the account's worker and the worker for this host's files, on one connection. @param activities those of the account's queue */
export async function createWorkers(options: WorkerOptions, activities: object, deps: SyncDeps): Promise<Worker[]> {
  const { connection, namespace, account, hostId, codePath } = options
  // Forwards every heartbeat: the server treats a worker as dead after ten seconds without one.
  const common = { connection, namespace, ...SHUTDOWN_TIMES, maxHeartbeatThrottleInterval: '2s' } as const
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
