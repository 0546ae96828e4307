import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { readOwnVersion } from '../../platform/version.ts'
import type { RequestRecorder } from './requests.ts'

export interface CacheStats {
  hits: number
  misses: number
}

export interface MetricSources {
  requests: RequestRecorder
  refusals: ReadonlyMap<string, number>
  inFlight: () => number
  connections: () => number
  droppedConnections: () => number
  writesUnderWay: () => number
  auditWaiting: () => number
  caches: () => Readonly<Record<string, CacheStats>>
  deliveries: () => Readonly<Record<string, number>>
  deliveriesUnderWay: () => number
  deliveriesWaiting: () => Promise<number>
  isDraining: () => boolean
  clockAheadMs: () => number
  pruneWaitMs: () => number
}

function registerGauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>): void {
  const metric: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      metric.set(await read())
    },
  })
}

/** Registers a counter whose values are maintained elsewhere. */
function registerCounter<Label extends string>(
  registry: Registry,
  about: { name: string; help: string; labelNames: Label[] },
  read: () => [labels: Record<Label, string>, value: number][],
): void {
  const metric = new Counter<Label>({
    ...about,
    registers: [registry],
    collect() {
      metric.reset()
      for (const [labels, value] of read()) metric.inc(labels, value)
    },
  })
}

function registerGauges(registry: Registry, sources: MetricSources): void {
  registerGauge(registry, 'kitroom_http_requests_in_flight', 'Requests whose answer is being made.', sources.inFlight)
  registerGauge(registry, 'kitroom_http_connections', 'Open connections.', sources.connections)
  registerGauge(registry, 'kitroom_writes_under_way', 'Writes that wait for their commit.', sources.writesUnderWay)
  registerGauge(registry, 'kitroom_audit_rows_waiting', 'Audit rows that are not written yet.', sources.auditWaiting)
  registerGauge(
    registry,
    'kitroom_webhook_attempts_under_way',
    'Events that are being sent to webhook endpoints.',
    sources.deliveriesUnderWay,
  )
  registerGauge(
    registry,
    'kitroom_webhook_deliveries_waiting',
    'Deliveries that wait to be sent, of all servers together.',
    sources.deliveriesWaiting,
  )
  registerGauge(
    registry,
    'kitroom_clock_ahead_seconds',
    'How far the machine’s clock is ahead of the time that is believed; 0: it is believed.',
    () => sources.clockAheadMs() / 1000,
  )
  registerGauge(
    registry,
    'kitroom_pruning_wait_seconds',
    'How long servers must still run before anything is pruned by age.',
    () => sources.pruneWaitMs() / 1000,
  )
  registerGauge(registry, 'kitroom_draining', '1 from SIGTERM on.', () => Number(sources.isDraining()))
}

function registerCounters(registry: Registry, sources: MetricSources): void {
  registerCounter(
    registry,
    { name: 'kitroom_http_refusals_total', help: 'What the HTTP parser refused, by error code.', labelNames: ['code'] },
    () => [...sources.refusals].map(([code, count]) => [{ code }, count]),
  )
  registerCounter(
    registry,
    {
      name: 'kitroom_http_connections_dropped_total',
      help: 'Connections not taken, because too many were open.',
      labelNames: [],
    },
    () => [[{}, sources.droppedConnections()]],
  )
  registerCounter(
    registry,
    {
      name: 'kitroom_webhook_attempts_total',
      help: 'Attempts to send an event, by what came of them.',
      labelNames: ['outcome'],
    },
    () => Object.entries(sources.deliveries()).map(([outcome, count]) => [{ outcome }, count]),
  )
  registerCounter(
    registry,
    { name: 'kitroom_cache_requests_total', help: 'Look-ups in the caches.', labelNames: ['cache', 'result'] },
    () =>
      Object.entries(sources.caches()).flatMap(
        ([cache, { hits, misses }]): [Record<'cache' | 'result', string>, number][] => [
          [{ cache, result: 'hit' }, hits],
          [{ cache, result: 'miss' }, misses],
        ],
      ),
  )
}

function registerBuildInfo(registry: Registry): void {
  const info = new Gauge({
    name: 'kitroom_build_info',
    help: 'Always 1.',
    labelNames: ['version', 'node'],
    registers: [registry],
  })
  info.set({ version: readOwnVersion(), node: process.version }, 1)
}

/**
 * Creates all metrics except request durations. Labels are routes, methods, states and constants, never ids, keys or
 * client input.
 */
export function createRegistry(sources: MetricSources): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registerGauges(registry, sources)
  registerCounters(registry, sources)
  registerBuildInfo(registry)
  return registry
}
