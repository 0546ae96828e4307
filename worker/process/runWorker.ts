// Serves a worker whose process has read its settings: control plane, ingress and periodic tasks, until it is told to stop.
import { DAY_MS } from '../../contract/policies.ts'
import type { Logger } from '../../platform/log.ts'
import { setTimeLimitScale } from '../../platform/timeLimit.ts'
import type { WorkerConfig } from '../context/config.ts'
import type { WorkerContext } from '../context/context.ts'
import { findExporterAddress, startWorkerMetrics } from './metrics.ts'
import { createReachabilityCheck } from './readiness.ts'
import { openControl } from '../control/open.ts'
import { openWorkerIngress } from '../ingress/open.ts'
import { startPendingTopics } from '../wakeups/signal.ts'
import { createCoverageWaker, startCoverage } from '../wakeups/coverageWorkflow.ts'
import { createCalendarWaker } from '../wakeups/googleCalendars.ts'
import { retryDailySteps } from '../wakeups/retryDailySteps.ts'
import { retryAfterQuota } from '../wakeups/retryAfterQuota.ts'
import { createProblemSupervisor, type ProblemSupervisor } from '../problems/supervisor.ts'
import { startDeliverWorkflow } from '../wakeups/deliver.ts'
import { resumeOrEndRuns } from '../wakeups/resumeRuns.ts'
import { createScheduleSupervisor, type ScheduleSupervisor } from '../schedules/supervisor.ts'
import { openWorkerParts, type WorkerParts } from './start.ts'
import { cleanUpState } from '../../state/database/housekeeping.ts'
import { trimRuns } from '../../state/sync/trimRuns.ts'
import { installRuntime } from '../temporal/logger.ts'
import type { OutageTracker } from '../temporal/outage.ts'
import { probeTemporal } from '../temporal/syncWorkflow.ts'
import { superviseVersion, type VersionSupervisor } from './versions.ts'

const REVIVE_INTERVAL_MS = 30_000
const DELIVER_INTERVAL_MS = 10_000
const SIGNAL_INTERVAL_MS = 30_000
const COVERAGE_CHECK_INTERVAL_MS = 3000
const CALENDAR_CHECK_INTERVAL_MS = 3000
const TEMPORAL_CHECK_INTERVAL_MS = 1000
const PROBE_TIMEOUT_MS = 900
const SCHEDULE_CHECK_INTERVAL_MS = 2000
const SETTINGS_CHECK_INTERVAL_MS = 2000
const PROBLEM_CHECK_INTERVAL_MS = 10_000
const RETRY_INTERVAL_MS = 60_000
const TRIM_INTERVAL_MS = 30_000
const CLEAN_UP_INTERVAL_MS = DAY_MS

interface Supervisors {
  outage: OutageTracker
  problems: ProblemSupervisor
  schedules: ScheduleSupervisor
  versions: VersionSupervisor
}

/** Drops rows of ended runs, one round at a time. */
function createRunTrimmer({ state, log }: WorkerContext): { round: () => Promise<void>; stop: () => Promise<void> } {
  const stopping = new AbortController()
  let current: Promise<void> | undefined
  const trim = async (): Promise<void> => {
    const { runs, rows } = await trimRuns(state, stopping.signal)
    if (rows > 0) log.info({ runs, rows }, `${rows} unchanged rows of earlier runs were dropped`)
  }
  return {
    round: () => (current ??= trim().finally(() => (current = undefined))),
    stop: async () => {
      stopping.abort()
      await current?.catch(() => undefined)
    },
  }
}

function startPeriodicTasks(
  { context }: WorkerParts,
  { outage, problems, schedules, versions }: Supervisors,
): () => Promise<void> {
  const revive = (): Promise<void> => resumeOrEndRuns(context)
  const cleanUp = (): Promise<unknown> => cleanUpState(context.state, context.clock)
  const signal = (): Promise<void> => startPendingTopics(context)
  const deliver = (): Promise<void> => startDeliverWorkflow(context)
  const wakeCoverage = createCoverageWaker(context)
  const calendars = createCalendarWaker(context)
  const trimmer = createRunTrimmer(context)
  const probe = (): Promise<unknown> => probeTemporal(context, PROBE_TIMEOUT_MS)
  // After an outage, Temporal may have an empty database.
  const resumeAfterOutage = async (): Promise<void> => {
    if (!(await outage.detectEnd(probe))) return
    versions.wake()
    schedules.wake()
    calendars.forget()
    await revive()
    await signal()
    await startCoverage(context)
  }
  const runLogged = (work: () => Promise<unknown>): void => {
    work().catch((error: unknown) => context.log.error({ err: error }, 'a round of housekeeping failed'))
  }
  runLogged(cleanUp)
  runLogged(trimmer.round)
  runLogged(schedules.check)
  runLogged(signal)
  runLogged(() => startCoverage(context))
  runLogged(calendars.check)
  const repeatEvery = (intervalMs: number, round: () => void): NodeJS.Timeout =>
    setInterval(round, context.scaledMs(intervalMs))
  const timers = [
    repeatEvery(REVIVE_INTERVAL_MS, () => runLogged(revive)),
    repeatEvery(DELIVER_INTERVAL_MS, () => runLogged(deliver)),
    repeatEvery(SIGNAL_INTERVAL_MS, () => runLogged(signal)),
    repeatEvery(COVERAGE_CHECK_INTERVAL_MS, () => runLogged(wakeCoverage)),
    repeatEvery(CALENDAR_CHECK_INTERVAL_MS, () => runLogged(calendars.check)),
    repeatEvery(TEMPORAL_CHECK_INTERVAL_MS, () => runLogged(resumeAfterOutage)),
    repeatEvery(SETTINGS_CHECK_INTERVAL_MS, () => runLogged(() => context.settings.check())),
    repeatEvery(SCHEDULE_CHECK_INTERVAL_MS, () => runLogged(schedules.check)),
    repeatEvery(PROBLEM_CHECK_INTERVAL_MS, () => runLogged(problems.check)),
    repeatEvery(RETRY_INTERVAL_MS, () => runLogged(() => retryDailySteps(context))),
    repeatEvery(RETRY_INTERVAL_MS, () => runLogged(() => retryAfterQuota(context))),
    repeatEvery(TRIM_INTERVAL_MS, () => runLogged(trimmer.round)),
    repeatEvery(CLEAN_UP_INTERVAL_MS, () => runLogged(cleanUp)),
  ]
  return () => {
    timers.forEach((timer) => clearInterval(timer))
    return trimmer.stop()
  }
}

interface Served {
  outage: OutageTracker
  /** Address of the SDK's metrics; undefined: off. */
  exporter: string | undefined
  stopping: AbortSignal
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
  const control = await openControl({ ...context, google: parts.google, problems }, config, parts.accountId, health)
  const metrics =
    config.metrics && exporter !== undefined
      ? await startWorkerMetrics(config.metrics, { context, health, problems, buildId, exporter })
      : undefined
  const stopController = new AbortController()
  const running = workers.run(() => stopController.abort())
  versions = superviseVersion(context, { buildId, ...workers })
  stopping.addEventListener('abort', () => stopController.abort(), { once: true })
  running.catch(() => undefined)
  await resumeOrEndRuns(context)
  await problems.check().catch((error: unknown) => log.error({ err: error }, 'the check for problems failed'))
  const schedules = createScheduleSupervisor(context)
  const stopRounds = startPeriodicTasks(parts, { outage, problems, schedules, versions })
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
  await stopRounds()
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
 * @throws ConfigError for faults that waiting does not fix; AbortError when it is stopped before it is ready
 */
export async function runWorker(config: WorkerConfig, log: Logger, stopping: AbortSignal): Promise<void> {
  setTimeLimitScale(config.timeLimitScale)
  const exporter = config.metrics && (await findExporterAddress())
  const outage = installRuntime(log, exporter)
  const parts = await openWorkerParts(config, log, stopping)
  await serveWorker(config, parts, { outage, exporter, stopping })
  log.info('stopped')
}
