import { Worker, type NativeConnection } from '@temporalio/worker'
import { deploymentName, fetchQueue, filesQueue, labelQueue, taskQueue } from '../../contract/temporal.ts'
import { createFileActivities } from '../../activities/inventorySync/create.ts'
import type { SyncDeps } from '../../activities/inventorySync/types.ts'

export interface WorkerOptions {
  connection: NativeConnection
  namespace: string
  account: string
  hostId: string
  /** KITROOM_FILES. */
  label: string | undefined
  codePath: string
  /** Build id of the account's worker in its deployment; empty: without a version. */
  buildId: string
}

const MAX_CACHED_WORKFLOWS = 200

/** Time that running activities get when the worker stops. Then they are cancelled, and the next worker retries them. */
const SHUTDOWN_TIMES = { shutdownGraceTime: '20s', shutdownForceTime: '30s' } as const

/** The workers of this process: one for the account's queue, others that fetch sheets and read this host's files. */
export interface AccountWorkers {
  isPolling: () => boolean
  /** Runs until `shutdown`. @param onEnd called when any of them ends @throws the SDK's errors of a worker that failed */
  run: (onEnd: () => void) => Promise<void>
  /** Replaces the account's worker by one without a version. */
  dropVersion: () => Promise<void>
  shutdown: () => void
}

const createVersioning = (account: string, buildId: string) => ({
  workerDeploymentOptions: {
    version: { deploymentName: deploymentName(account), buildId },
    useWorkerVersioning: true,
    defaultVersioningBehavior: 'AUTO_UPGRADE',
  } as const,
})

const shutDown = (worker: Worker): void => {
  if (worker.getState() === 'RUNNING') worker.shutdown()
}

/** Creates the workers on one connection. @param activities those of the account's queue */
export async function createWorkers(options: WorkerOptions, activities: object, deps: SyncDeps): Promise<AccountWorkers> {
  const { connection, namespace, account, hostId, label, codePath } = options
  // Forwards every heartbeat: the server treats a worker as dead after ten seconds without one.
  const common = { connection, namespace, ...SHUTDOWN_TIMES, maxHeartbeatThrottleInterval: '2s' } as const
  const createMain = (buildId: string): Promise<Worker> =>
    Worker.create({
      ...common,
      ...(buildId !== '' && createVersioning(account, buildId)),
      taskQueue: taskQueue(account),
      workflowBundle: { codePath },
      activities,
      maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
      maxConcurrentWorkflowTaskExecutions: 10,
      maxConcurrentActivityTaskExecutions: 10,
      stickyQueueScheduleToStartTimeout: '5s',
    })
  // Without a version: only the host of a file reads it, whichever version is current.
  const createFiles = (queue: string): Promise<Worker> =>
    Worker.create({ ...common, taskQueue: queue, activities: createFileActivities(deps), maxConcurrentActivityTaskExecutions: 2 })
  const queues = [fetchQueue(account), filesQueue(account, hostId), ...(label === undefined ? [] : [labelQueue(account, label)])]
  const [first, files] = await Promise.all([createMain(options.buildId), Promise.all(queues.map(createFiles))])
  let main = first
  let successor: Worker | undefined
  let isStopping = false
  const runMain = async (): Promise<void> => {
    await main.run()
    if (successor === undefined || isStopping) return
    main = successor
    successor = undefined
    await main.run()
  }
  return {
    isPolling: () => [main, ...files].every((worker) => worker.getState() === 'RUNNING'),
    run: async (onEnd) => void (await Promise.all([runMain().finally(onEnd), ...files.map((worker) => worker.run().finally(onEnd))])),
    dropVersion: async () => {
      successor = await createMain('')
      shutDown(main)
    },
    shutdown: () => {
      isStopping = true
      shutDown(main)
      files.forEach(shutDown)
    },
  }
}
