// The Kitroom worker: settings, API and Temporal, activities and workflows, control plane, signals, stop.
import { DAY_MS } from '../contract/policies.ts'
import './heap.ts'
import { CONTROL_BASE } from '../contract/control.ts'
import { ConfigError } from '../platform/environment.ts'
import { createLog } from '../platform/log.ts'
import { loadWorkerConfig, type WorkerConfig } from './config.ts'
import { createToken, removeAccess, writeAccess } from './control/access.ts'
import { openControlPlane, type ControlPlane } from './control/server.ts'
import { openWorkerIngress } from './ingress/open.ts'
import { signalWaiting } from './ingress/signal.ts'
import { createCoverageWaker, startCoverage } from './coverage.ts'
import { retryDaily } from './daily.ts'
import { createSupervisor, type Supervisor } from './problems/supervisor.ts'
import { deliverDue } from './reminders/deliver.ts'
import { reviveRuns } from './revive.ts'
import { createScheduleSupervisor, type ScheduleSupervisor } from './schedules/supervisor.ts'
import { openParts, type Parts } from './start.ts'
import { cleanUpState } from '../state/housekeeping.ts'
import { installRuntime } from './temporal/logger.ts'
import type { Outage } from './temporal/outage.ts'
import { probeTemporal } from './temporal/syncWorkflow.ts'

const REVIVE_EVERY_MS = 30_000
const DELIVER_EVERY_MS = 10_000
const SIGNAL_EVERY_MS = 30_000
const WAKE_COVERAGE_EVERY_MS = 3000
const CHECK_TEMPORAL_EVERY_MS = 1000
const PROBE_WITHIN_MS = 900
const CHECK_SCHEDULES_EVERY_MS = 2000
const CHECK_PROBLEMS_EVERY_MS = 10_000
const RETRY_DAILY_EVERY_MS = 60_000
const CLEAN_UP_EVERY_MS = DAY_MS

function untilSignal(): AbortSignal {
  const stopping = new AbortController()
  // A service manager and the supervisor each send one; ignore the second.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort(signal))
  return stopping.signal
}

const isPolling = ({ workers }: Parts): boolean => workers.every((worker) => worker.getState() === 'RUNNING')

async function openPlane(config: WorkerConfig, parts: Parts, problems: Supervisor): Promise<ControlPlane> {
  const token = createToken()
  const plane = await openControlPlane(
    { ...parts.context, problems },
    {
      port: config.port,
      token,
      isHealthy: () => isPolling(parts),
    },
  ).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new ConfigError(`Port ${config.port} is in use. Stop what listens there, or set KITROOM_WORKER_PORT.`, { cause: error })
  })
  writeAccess(config.dataDir, { url: `http://127.0.0.1:${plane.port}${CONTROL_BASE}`, token })
  return plane
}

function startRounds({ context }: Parts, schedules: ScheduleSupervisor, outage: Outage, problems: Supervisor): () => void {
  const revive = (): Promise<void> => reviveRuns(context)
  const cleanUp = (): Promise<unknown> => cleanUpState(context.state, context.clock)
  const signal = (): Promise<void> => signalWaiting(context)
  const deliver = (): Promise<void> => deliverDue(context)
  const wakeCoverage = createCoverageWaker(context)
  const probe = (): Promise<unknown> => probeTemporal(context, PROBE_WITHIN_MS)
  // Temporal may have come back with an empty database.
  const resumeAfterOutage = async (): Promise<void> => {
    if (!(await outage.probeEnd(probe))) return
    schedules.wake()
    await revive()
    await signal()
    await startCoverage(context)
  }
  const run = (work: () => Promise<unknown>): void => {
    work().catch((error: unknown) => context.log.error({ err: error }, 'a round of housekeeping failed'))
  }
  const retry = (): Promise<void> => retryDaily(context)
  run(cleanUp)
  run(schedules.check)
  run(signal)
  run(() => startCoverage(context))
  const every = (intervalMs: number, round: () => void): NodeJS.Timeout => setInterval(round, context.scaledMs(intervalMs))
  const timers = [
    every(REVIVE_EVERY_MS, () => run(revive)),
    every(DELIVER_EVERY_MS, () => run(deliver)),
    every(SIGNAL_EVERY_MS, () => run(signal)),
    every(WAKE_COVERAGE_EVERY_MS, () => run(wakeCoverage)),
    every(CHECK_TEMPORAL_EVERY_MS, () => run(resumeAfterOutage)),
    every(CHECK_SCHEDULES_EVERY_MS, () => run(schedules.check)),
    every(CHECK_PROBLEMS_EVERY_MS, () => run(problems.check)),
    every(RETRY_DAILY_EVERY_MS, () => run(retry)),
    every(CLEAN_UP_EVERY_MS, () => run(cleanUp)),
  ]
  return () => timers.forEach((timer) => clearInterval(timer))
}

async function serve(config: WorkerConfig, parts: Parts, outage: Outage, stopping: AbortSignal): Promise<void> {
  const { context, workers, connection } = parts
  const { log } = context
  const ingress = await openWorkerIngress(context, config.ingress, () => isPolling(parts))
  const problems = createSupervisor(context, context.clock.nowMs())
  const plane = await openPlane(config, parts, problems)
  const stop = new AbortController()
  const running = Promise.all(workers.map((worker) => worker.run().finally(() => stop.abort())))
  stopping.addEventListener('abort', () => stop.abort(), { once: true })
  running.catch(() => undefined)
  await reviveRuns(context)
  await problems.check().catch((error: unknown) => log.error({ err: error }, 'the check for problems failed'))
  const schedules = createScheduleSupervisor(context)
  const endRounds = startRounds(parts, schedules, outage, problems)
  log.info({ url: `http://127.0.0.1:${plane.port}`, ingress: ingress.url, account: context.account }, 'ready')
  if (!stop.signal.aborted) await new Promise((resolve) => stop.signal.addEventListener('abort', resolve, { once: true }))
  log.info('stopping')
  endRounds()
  await problems.close()
  await ingress.close()
  await schedules.stop()
  removeAccess(config.dataDir)
  await plane.close()
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
  await running
  await connection.close()
  await context.api.close()
  await context.state.close()
}

async function main(): Promise<void> {
  const config = loadWorkerConfig(process.env)
  const log = createLog({ ...config.log, name: 'worker' })
  const stopping = untilSignal()
  const outage = installRuntime(log)
  const parts = await openParts(config, log, stopping)
  await serve(config, parts, outage, stopping)
  log.info('stopped')
}

try {
  await main()
  // Native threads of the SDK may keep the process alive.
  process.exit(0)
} catch (error) {
  const known = error instanceof ConfigError
  if ((error as Error).name === 'AbortError') process.exit(0)
  process.stderr.write(known ? `${error.message}\n` : `The worker cannot go on: ${(error as Error).stack ?? String(error)}\n`)
  process.exit(1)
}
