import { Worker, type NativeConnection } from '@temporalio/worker'
import {
  deploymentName,
  fetchQueue,
  filesQueue,
  labelQueue,
  notifyQueue,
  planQueue,
  taskQueue,
} from '../../contract/temporal.ts'
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
  /** Build id of the account's worker in its deployment; empty without a version. */
  buildId: string
}

type AccountActivities = Readonly<Record<string, unknown>>

/** Number of concurrent plans, so that a large sheet does not delay a small one. */
const PLAN_SLOTS = 2
const NOTIFY_SLOTS = 2
const FILE_SLOTS = 2

const MAX_CACHED_WORKFLOWS = 200

/**
 * Time that running activities get when the worker stops. Then they are cancelled, and the next worker retries them.
 */
const SHUTDOWN_TIMES = { shutdownGraceTime: '20s', shutdownForceTime: '30s' } as const

/** Workers of this process, one for each task queue. */
export interface AccountWorkers {
  isPolling: () => boolean
  /** Runs until `shutdown`. @param onEnd called when any of them ends @throws the SDK's errors of a failed worker */
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

// Forwards every heartbeat: the server treats a worker as dead after ten seconds without one.
const createCommonOptions = ({ connection, namespace }: WorkerOptions) =>
  ({ connection, namespace, ...SHUTDOWN_TIMES, maxHeartbeatThrottleInterval: '2s' }) as const

/**
 * Creates workers without workflows. They have no version: a host with a file may be older than the current version,
 * and no task waits for a version.
 */
function createOtherWorkers(options: WorkerOptions, activities: AccountActivities, deps: SyncDeps): Promise<Worker[]> {
  const { account, hostId, label } = options
  const create = (queue: string, slots: number, queueActivities: object): Promise<Worker> =>
    Worker.create({
      ...createCommonOptions(options),
      taskQueue: queue,
      activities: queueActivities,
      maxConcurrentActivityTaskExecutions: slots,
    })
  const sheetQueues = [
    fetchQueue(account),
    filesQueue(account, hostId),
    ...(label === undefined ? [] : [labelQueue(account, label)]),
  ]
  return Promise.all([
    create(planQueue(account), PLAN_SLOTS, {
      planRun: activities['planRun'],
      planBulkEdit: activities['planBulkEdit'],
    }),
    create(notifyQueue(account), NOTIFY_SLOTS, { sendReminders: activities['sendReminders'] }),
    ...sheetQueues.map((queue) => create(queue, FILE_SLOTS, createFileActivities(deps))),
  ])
}

const shutDown = (worker: Worker): void => {
  if (worker.getState() === 'RUNNING') worker.shutdown()
}

/**
 * Creates a worker for each task queue, on one connection: workflows, planning, sending, sheets that any worker can
 * fetch, this host's files. Only the first loads workflows. It also has the activities of the account's other queues,
 * for tasks that an earlier version scheduled.
 * @param activities of the account, by name
 */
export async function createWorkers(
  options: WorkerOptions,
  activities: AccountActivities,
  deps: SyncDeps,
): Promise<AccountWorkers> {
  const { account, codePath } = options
  const createMain = (buildId: string): Promise<Worker> =>
    Worker.create({
      ...createCommonOptions(options),
      ...(buildId !== '' && createVersioning(account, buildId)),
      taskQueue: taskQueue(account),
      workflowBundle: { codePath },
      activities,
      maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
      maxConcurrentWorkflowTaskExecutions: 10,
      maxConcurrentActivityTaskExecutions: 10,
      stickyQueueScheduleToStartTimeout: '5s',
    })
  const [first, others] = await Promise.all([
    createMain(options.buildId),
    createOtherWorkers(options, activities, deps),
  ])
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
    isPolling: () => [main, ...others].every((worker) => worker.getState() === 'RUNNING'),
    run: async (onEnd) =>
      void (await Promise.all([runMain().finally(onEnd), ...others.map((worker) => worker.run().finally(onEnd))])),
    dropVersion: async () => {
      successor = await createMain('')
      shutDown(main)
    },
    shutdown: () => {
      isStopping = true
      shutDown(main)
      others.forEach(shutDown)
    },
  }
}
