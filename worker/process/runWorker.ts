// Runs a worker whose process has read its settings: control plane, ingress and periodic tasks, until it must stop.
import { DAY_MS } from '../../contract/policies.ts'
import type { Logger } from '../../platform/log.ts'
import { setTimeLimitScale } from '../../platform/timeLimit.ts'
import type { WorkerConfig } from '../context/config.ts'
import type { WorkerContext } from '../context/context.ts'
import { repeatTasks, type Task } from '../context/rounds.ts'
import { findExporterAddress, startWorkerMetrics } from './metrics.ts'
import { createReachabilityCheck } from './readiness.ts'
import { createExportLimit } from '../control/exportLimit.ts'
import { openControl, type OpenedControl } from '../control/open.ts'
import { createParseInTurn } from '../control/parseInTurn.ts'
import type { Health } from '../control/server.ts'
import { createUploads } from '../control/uploads.ts'
import { openWorkerIngress } from '../ingress/open.ts'
import { createProblemSupervisor, type ProblemSupervisor } from '../problems/supervisor.ts'
import { createWakeups, type Wakeups } from '../wakeups/kinds/all.ts'
import { createScheduleSupervisor, type ScheduleSupervisor } from '../schedules/supervisor.ts'
import { openWorkerParts, type WorkerParts } from './start.ts'
import { cleanUpState } from '../../state/database/housekeeping.ts'
import { trimRuns } from '../../state/sync/trimRuns.ts'
import { installRuntime } from '../temporal/logger.ts'
import type { OutageTracker } from '../temporal/outage.ts'
import { probeTemporal } from '../temporal/syncWorkflow.ts'
import { superviseVersion, type VersionSupervisor } from './versions.ts'

const PROBE_TIMEOUT_MS = 900

interface Supervisors {
  outage: OutageTracker
  problems: ProblemSupervisor
  schedules: ScheduleSupervisor
  versions: VersionSupervisor
  wakeups: Wakeups
}

/** Drops rows of ended runs that are not needed any more. */
async function trim({ state, log }: Pick<WorkerContext, 'state' | 'log'>, stopping: AbortSignal): Promise<void> {
  const { runs, rows } = await trimRuns(state, stopping)
  if (rows > 0) log.info({ runs, rows }, `${rows} unchanged rows of earlier runs were dropped`)
}

/** Lists tasks that the worker repeats, in addition to its wake-ups. */
function listTasks(context: WorkerContext, supervisors: Supervisors): readonly Task[] {
  const { outage, problems, schedules, versions, wakeups } = supervisors
  const resumeAfterOutage = async (): Promise<void> => {
    if (!(await outage.detectEnd(() => probeTemporal(context, PROBE_TIMEOUT_MS)))) return
    versions.wake()
    schedules.wake()
    await wakeups.runAll()
  }
  const cleanUp = (): Promise<unknown> => cleanUpState(context.state, context.clock)
  return [
    { id: 'outage', intervalMs: 1000, run: resumeAfterOutage },
    { id: 'settings', intervalMs: 2000, run: () => context.settings.check() },
    { id: 'schedules', intervalMs: 2000, run: schedules.check, runsAtOnce: true },
    { id: 'problems', intervalMs: 10_000, run: problems.check },
    { id: 'earlier-runs', intervalMs: 30_000, run: (stopping) => trim(context, stopping), runsAtOnce: true },
    { id: 'clean-up', intervalMs: DAY_MS, run: cleanUp, runsAtOnce: true },
  ]
}

interface Served {
  outage: OutageTracker
  /** Address of the SDK's metrics; undefined if they are off. */
  exporter: string | undefined
  stopping: AbortSignal
}

/** Opens the control plane, with limits that its two listeners share. */
function openWorkerControl(
  config: WorkerConfig,
  { context, google, accountId }: WorkerParts,
  problems: ProblemSupervisor,
  health: Health,
): Promise<OpenedControl> {
  const limits = {
    uploads: createUploads({ folder: config.dataDir, minFreeDiskMib: config.minFreeDiskMib }),
    parseInTurn: createParseInTurn(),
    beginExport: createExportLimit(),
  }
  return openControl({ ...context, google, problems, ...limits }, config, accountId, health)
}

async function serveWorker(
  config: WorkerConfig,
  parts: WorkerParts,
  { outage, exporter, stopping }: Served,
): Promise<void> {
  const { context, workers, buildId, connection } = parts
  const { log } = context
  const { isPolling } = workers
  const ingress = await openWorkerIngress(context, config.ingress, isPolling)
  const problems = createProblemSupervisor(context, context.clock.nowMs())
  let versions: VersionSupervisor | undefined
  const findUnreachable = createReachabilityCheck(context, config.apiUrl)
  const health = { isPolling, isCurrent: () => versions?.isCurrent() === true, findUnreachable }
  const control = await openWorkerControl(config, parts, problems, health)
  const metrics =
    config.metrics && exporter !== undefined
      ? await startWorkerMetrics(config.metrics, { context, health, problems, buildId, exporter })
      : undefined
  const stopController = new AbortController()
  const running = workers.run(() => stopController.abort())
  versions = superviseVersion(context, { buildId, ...workers })
  // A signal that came during the start has no event any more.
  if (stopping.aborted) stopController.abort()
  else stopping.addEventListener('abort', () => stopController.abort(), { once: true })
  running.catch(() => undefined)
  const wakeups = createWakeups(context)
  await wakeups.runAll()
  await problems.check().catch((error: unknown) => log.error({ err: error }, 'the check for problems failed'))
  const schedules = createScheduleSupervisor(context)
  const tasks = listTasks(context, { outage, problems, schedules, versions, wakeups })
  const stopTasks = repeatTasks(context, [...wakeups.tasks, ...tasks])
  log.info(
    {
      url: control.url,
      control: control.remoteUrl,
      ingress: ingress.url,
      metrics: metrics?.url,
      account: context.account,
    },
    'ready',
  )
  if (!stopController.signal.aborted)
    await new Promise((resolve) => stopController.signal.addEventListener('abort', resolve, { once: true }))
  log.info('stopping')
  await stopTasks()
  await problems.close()
  await ingress.close()
  await schedules.stop()
  metrics?.close()
  await control.close()
  await versions.stop()
  workers.shutdown()
  await running
  await connection.close()
  await context.api.close()
  await context.settings
    .close()
    .catch((error: unknown) => log.warn({ err: error }, 'the end of this worker could not be stored'))
  await context.state.close()
}

/**
 * Runs a worker until `stopping` is aborted, then lets running work end.
 * @throws ConfigError for faults that waiting does not resolve; AbortError if it is stopped before it is ready
 */
export async function runWorker(config: WorkerConfig, log: Logger, stopping: AbortSignal): Promise<void> {
  setTimeLimitScale(config.timeLimitScale)
  const exporter = config.metrics && (await findExporterAddress())
  const outage = installRuntime(log, exporter)
  const parts = await openWorkerParts(config, log, stopping)
  await serveWorker(config, parts, { outage, exporter, stopping })
  log.info('stopped')
}
