// Serves the worker's metrics: its own, and those of Temporal's SDK, which serves them on a port of this machine.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { startMetricsServer, type MetricsServer } from '../../platform/http/metricsServer.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { ConfigError } from '../../platform/environment.ts'
import { readOwnVersion } from '../../platform/version.ts'
import { findOldestWork, type OldestWork } from '../../state/schedules/ages.ts'
import type { WorkerConfig } from '../context/config.ts'
import type { StateAndClock, WorkerContext } from '../context/context.ts'
import type { Health } from '../control/server.ts'
import type { ProblemSupervisor } from '../problems/supervisor.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

const SDK_TIMEOUT_MS = 3000

const AGES: Record<keyof OldestWork, [name: string, help: string]> = {
  reminder: ['kitroom_worker_oldest_reminder_seconds', 'Age of the oldest reminder that is due and not sent; 0: none.'],
  plan: ['kitroom_worker_oldest_plan_seconds', 'How long the oldest plan has waited for a decision; 0: none.'],
  event: ['kitroom_worker_oldest_event_seconds', 'Age of the oldest event of the inbox that is not handled; 0: none.'],
}

/**
 * Finds a port for the SDK's exporter, which cannot report the port that it has chosen.
 * @returns address on this machine
 */
export async function findExporterAddress(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return `127.0.0.1:${port}`
}

export interface WorkerMetricsSources {
  context: StateAndClock & Pick<WorkerContext, 'log'>
  health: Health
  problems: ProblemSupervisor
  buildId: string
  /** Address of the SDK's exporter. */
  exporter: string
}

function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: () => gauge.set(read()),
  })
}

function createRegistry(
  { health, problems, buildId }: WorkerMetricsSources,
  oldestSeconds: () => Record<keyof OldestWork, number>,
): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addGauge(registry, 'kitroom_worker_polling', '1 while the worker polls Temporal.', () => Number(health.isPolling()))
  addGauge(registry, 'kitroom_worker_current', '1 while this version of the worker gets the tasks.', () =>
    Number(health.isCurrent()),
  )
  addGauge(registry, 'kitroom_worker_problems', 'Open problems.', () => problems.list().length)
  for (const [key, [name, help]] of Object.entries(AGES))
    addGauge(registry, name, help, () => oldestSeconds()[key as keyof OldestWork])
  const info = new Gauge({
    name: 'kitroom_worker_info',
    help: 'Always 1.',
    labelNames: ['version', 'build_id', 'node'],
    registers: [registry],
  })
  info.set({ version: readOwnVersion(), build_id: buildId, node: process.version }, 1)
  return registry
}

async function readOldestSeconds({ state, clock }: StateAndClock): Promise<Record<keyof OldestWork, number>> {
  const nowMs = clock.nowMs()
  const { reminder, plan, event } = await state.read((tx) => findOldestWork(tx, toIsoTime(nowMs)))
  const toSeconds = (at: string | null): number => (at === null ? 0 : Math.max(0, (nowMs - Date.parse(at)) / 1000))
  return { reminder: toSeconds(reminder), plan: toSeconds(plan), event: toSeconds(event) }
}

const readSdkMetrics = async (exporter: string): Promise<string> =>
  (await fetch(`http://${exporter}/metrics`, { signal: AbortSignal.timeout(scaleTimeLimit(SDK_TIMEOUT_MS)) })).text()

/** Serves the metrics. @throws ConfigError when it cannot listen */
export async function startWorkerMetrics(
  settings: NonNullable<WorkerConfig['metrics']>,
  sources: WorkerMetricsSources,
): Promise<MetricsServer> {
  let oldestSeconds: Record<keyof OldestWork, number> = { reminder: 0, plan: 0, event: 0 }
  const registry = createRegistry(sources, () => oldestSeconds)
  const readText = async (): Promise<string> => {
    oldestSeconds = await readOldestSeconds(sources.context)
    return `${await registry.metrics()}\n${await readSdkMetrics(sources.exporter)}`
  }
  const { host, port } = settings
  try {
    return await startMetricsServer(host, port, { contentType: registry.contentType, readText }, sources.context.log)
  } catch (error) {
    throw new ConfigError(
      `The metrics cannot be served on port ${port} of ${host}. Set KITROOM_WORKER_METRICS_PORT to a free port.`,
      {
        cause: error,
      },
    )
  }
}
