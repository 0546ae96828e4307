import { EVENT_DAYS } from '../contract/policies.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Agent } from 'undici'
import { apiPlane, settingsPlane } from '../contract/planes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import { allowNothing, type AllowList } from '../platform/outbound/allowList.ts'
import type { Database } from '../platform/sql/types.ts'
import { createAuditBuffer } from './audit/buffer.ts'
import { KEEP_AUDIT, type AuditLimits } from './audit/prune.ts'
import { createKeyRing } from './auth/keys.ts'
import { createLastUsed } from './auth/lastUsed.ts'
import type { AppContext } from './context.ts'
import { createVersions } from './db/versions.ts'
import { createHousekeeping, type Housekeeping } from './housekeeping/housekeeping.ts'
import { alwaysPrune, type PruneGuard } from './housekeeping/pruneGuard.ts'
import { createListener } from './http/adapter.ts'
import { trackConnections, type Connections } from './http/connections.ts'
import { createCors } from './http/cors.ts'
import { listen } from '../platform/http/listen.ts'
import { createHttpServer, wireLimits, type WireLimits } from './http/listener.ts'
import { createOutgoing } from './http/outgoing.ts'
import { createPages } from './http/pages.ts'
import { createNetworkCheck, createOriginFinder } from './http/proxy.ts'
import { createReplyCache } from './http/replyCache.ts'
import { createRouter } from './http/router.ts'
import type { Route } from './http/route.ts'
import { createRateLimits, noRateLimits } from './limits/rateLimits.ts'
import type { MetricSources } from './metrics/registry.ts'
import { createRequestRecorder } from './metrics/requests.ts'
import { countWrites } from './metrics/writes.ts'
import { analyticsRoutes } from './resources/analytics/routes.ts'
import { documentRoutes } from './resources/documents/routes.ts'
import { gearRoutes } from './resources/gear/routes.ts'
import { maintenanceRoutes } from './resources/maintenance/routes.ts'
import { profileRoutes } from './resources/profile/routes.ts'
import { shootRoutes } from './resources/shoots/routes.ts'
import { auditRoutes } from './settings/audit/routes.ts'
import { documentSettingsRoutes } from './settings/documents/routes.ts'
import { eventRoutes } from './settings/events/routes.ts'
import { keyRoutes } from './settings/keys/routes.ts'
import { ownProfileRoutes } from './settings/profile/routes.ts'
import { subscriptionRoutes } from './settings/subscription/routes.ts'
import { webhookRoutes } from './settings/webhooks/routes.ts'
import { createDispatcher, type Dispatcher } from './webhooks/dispatch/dispatcher.ts'
import { countPending } from './webhooks/dispatch/queues.ts'
import type { SecretBox } from './webhooks/secretBox.ts'

/** Every route of the API: the table to read first. */
export const apiRoutes: readonly Route[] = [
  ...gearRoutes,
  ...shootRoutes,
  ...maintenanceRoutes,
  ...documentRoutes,
  ...analyticsRoutes,
  ...profileRoutes,
]

/** Every route of the account settings. */
export const settingsRoutes: readonly Route[] = [
  ...keyRoutes,
  ...documentSettingsRoutes,
  ...ownProfileRoutes,
  ...subscriptionRoutes,
  ...auditRoutes,
  ...eventRoutes,
  ...webhookRoutes,
]

const planes = [
  { plane: apiPlane, routes: apiRoutes },
  { plane: settingsPlane, routes: settingsRoutes },
]

/** Connections that do not end by themselves are cut after this long. */
const DRAIN_DEADLINE_MS = 10_000
/** Requests whose connection was cut have this long to end, so that their audit rows are written. */
const LAST_REQUESTS_MS = 2000
/** What is left to write has this long after them: a database that takes no writes must not keep the server from ending. */
const LAST_WRITES_MS = 2000

export interface App {
  /** Listens and gives the base URL. */
  listen(host: string, port: number): Promise<string>
  /** What the metrics are read from. */
  metrics: MetricSources
  /** Does nothing by itself until it is started. Draining stops it. */
  housekeeping: Housekeeping
  /** As the housekeeping: it sends once it is started. */
  webhooks: Dispatcher
  /** Writes the audit rows of reads and refusals that have ended, which otherwise come within half a second. */
  flushAudit(): Promise<void>
  /** Finishes what has begun, refuses what comes, writes the audit, then closes. The database is the caller's. */
  drain(): Promise<void>
}

export interface AppOptions {
  db: Database
  clock: Clock
  log: Logger
  /** Seals the secrets of webhook endpoints. */
  secrets: SecretBox
  auditReads: boolean
  /** How much of the audit is kept. */
  auditLimits?: AuditLimits
  /** How many days events are kept. */
  eventDays?: number
  /** Whether keys, accounts and addresses are limited in how much they may send. */
  rateLimit: boolean
  /** Origins whose pages may read answers; none by default. */
  corsOrigins?: readonly string[]
  /** Networks whose X-Forwarded-For counts; none by default. */
  trustedProxies?: readonly string[]
  /** What webhooks may reach besides the public internet; nothing by default. */
  webhookAllow?: AllowList
  /** How long requests are still taken when draining has begun, while /readyz already says no; 0 by default. */
  drainDelayMs?: number
  drainDeadlineMs?: number
  /** Whether what is old may be deleted; always, unless given. */
  guard?: PruneGuard
  /** How far the machine's clock is ahead of the time that is believed. */
  clockAheadMs?: () => number
  limits?: WireLimits
}

function createContext(options: AppOptions, db: Database, webhooks: Dispatcher): AppContext {
  const keys = createKeyRing(db)
  const replies = createReplyCache({ cachesRecords: db.foreignCommits() !== undefined })
  return {
    ...options,
    db,
    keys,
    versions: createVersions(db, () => {
      keys.forget()
      replies.dropAllRecords()
    }),
    replies,
    outgoing: createOutgoing(),
    audit: createAuditBuffer(db, options.clock, options.log),
    cors: createCors(options.corsOrigins ?? []),
    findOrigin: createOriginFinder(options.trustedProxies ?? []),
    lastUsed: createLastUsed(db, options.clock, options.log),
    rates: options.rateLimit ? createRateLimits(options.clock) : noRateLimits,
    webhookAllow: options.webhookAllow ?? allowNothing,
    webhooks,
    requests: createRequestRecorder(),
    inFlight: 0,
    leaving: false,
    draining: false,
  }
}

function createWebhooks(
  { clock, log, secrets, webhookAllow: allow = allowNothing }: AppOptions,
  db: Database,
  requestsInFlight: () => number,
): Dispatcher {
  // Loaded when it is needed: most servers send nothing, and the library costs them some megabytes.
  const openAgent = async (): Promise<Agent> => (await import('../platform/outbound/agent.ts')).createGuardedAgent(allow)
  return createDispatcher({ db, clock, log, secrets, allow, openAgent, requestsInFlight })
}

async function drain(
  context: AppContext,
  connections: Connections,
  { drainDelayMs = 0, drainDeadlineMs = DRAIN_DEADLINE_MS }: AppOptions,
): Promise<void> {
  context.leaving = true
  await wait(drainDelayMs)
  context.draining = true
  await connections.drain(drainDeadlineMs)
  const endMs = performance.now() + LAST_REQUESTS_MS
  while (context.inFlight > 0 && performance.now() < endMs) await wait(10)
  await context.audit.close()
  await context.lastUsed.close()
}

/** Puts the server together. It does not listen yet. */
export function buildApp(options: AppOptions): App {
  const db = countWrites(options.db)
  const webhooks = createWebhooks(options, db, () => context.inFlight)
  const context = createContext(options, db, webhooks)
  const limits = options.limits ?? wireLimits
  const refusals = new Map<string, number>()
  const server = createHttpServer(createListener(context, createRouter(planes), createPages(context)), limits, (code) =>
    refusals.set(code, (refusals.get(code) ?? 0) + 1),
  )
  const connections = trackConnections(server, limits, createNetworkCheck(options.trustedProxies ?? []))
  const { clock, log, auditLimits = KEEP_AUDIT, eventDays = EVENT_DAYS } = options
  const housekeeping = createHousekeeping({ db, clock, log, auditLimits, eventDays, guard: options.guard ?? alwaysPrune })
  return {
    housekeeping,
    webhooks,
    flushAudit: () => context.audit.flush(),
    listen: async (host, port) => (await listen(server, host, port)).url,
    metrics: {
      requests: context.requests,
      refusals,
      inFlight: () => context.inFlight,
      connections: () => connections.count(),
      droppedConnections: () => connections.dropped(),
      writesUnderWay: () => db.writesUnderWay(),
      auditWaiting: () => context.audit.waiting(),
      caches: () => context.replies.stats(),
      deliveries: () => ({ ...webhooks.counts() }),
      deliveriesUnderWay: () => webhooks.inFlight(),
      // The other metrics are wanted most of all while the database does not answer.
      deliveriesWaiting: () => db.read((tx) => countPending(tx), { oneStatement: true }).catch(() => Number.NaN),
      draining: () => context.leaving,
      clockAheadMs: options.clockAheadMs ?? (() => 0),
      pruneWaitMs: () => options.guard?.waitMs() ?? 0,
    },
    async drain() {
      const { drainDelayMs = 0, drainDeadlineMs = DRAIN_DEADLINE_MS } = options
      const lastMs = drainDelayMs + drainDeadlineMs + LAST_REQUESTS_MS + LAST_WRITES_MS
      const all = Promise.all([housekeeping.stop(), webhooks.stop(), drain(context, connections, options)]).then(() => true)
      if (await Promise.race([all, wait(lastMs, false, { ref: false })])) return
      log.error({ auditRows: context.audit.waiting() }, 'the database took too long: the server ends with audit rows that are not written')
    },
  }
}
