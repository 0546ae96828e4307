import { EVENT_RETENTION_DAYS } from '../contract/policies.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Agent } from 'undici'
import { apiPlane, consolePlane, settingsPlane } from '../contract/planes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import { emptyAllowList, type AllowList } from '../platform/outbound/allowList.ts'
import type { Database } from '../platform/sql/types.ts'
import { createAuditBuffer } from './audit/buffer.ts'
import { DEFAULT_AUDIT_LIMITS, type AuditLimits } from './audit/prune.ts'
import { recordKeyUse } from './auth/keyStore.ts'
import { createKeyCache } from './auth/keyCache.ts'
import { createLastUseRecorder } from './auth/lastUseRecorder.ts'
import { CONSOLE_FOLDER, createConsoleFiles } from './console/files.ts'
import { createSessionLookup } from './sessions/lookup.ts'
import { createChangeChecks } from './db/changeChecks.ts'
import { consoleKeyRoutes, sessionCookieRoutes } from './console/routes.ts'
import { createConsole } from './console/serve.ts'
import { createWorkerGateway, type WorkerGateway } from './console/worker.ts'
import { identifyBySession } from './console/identify.ts'
import { createRequestSigner } from './console/requestSigner.ts'
import { recordSessionUse } from './sessions/store.ts'
import type { AppContext } from './context/context.ts'
import { createAccountStateCache } from './db/accountStateCache.ts'
import { createSharedLookups } from './db/sharedLookups.ts'
import { countAccountWrites } from './db/writeAccount.ts'
import { createHousekeeping, type Housekeeping } from './housekeeping/housekeeping.ts'
import { alwaysPrune, type PruneGuard } from './housekeeping/pruneGuard.ts'
import { createListener, type Handlers } from './http/adapter.ts'
import { trackConnections, type Connections } from './http/connections.ts'
import { createCors } from './answers/cors.ts'
import { listenOn } from '../platform/http/listener.ts'
import { createHttpServer, defaultHttpLimits, type HttpLimits } from './http/listener.ts'
import { createResponseBatcher } from './answers/responseBatcher.ts'
import { createPages } from './http/pages.ts'
import { createNetworkCheck, createOriginFinder } from '../platform/http/clientOrigin.ts'
import { createReplyCache } from './answers/replyCache.ts'
import { reportCommitted } from './http/reportCommitted.ts'
import { createRouter } from './http/router.ts'
import { createRateLimits, noRateLimits } from './limits/rateLimits.ts'
import type { MetricSources } from './metrics/registry.ts'
import { createRequestRecorder } from './metrics/requests.ts'
import { createFieldWork } from './housekeeping/fieldWork.ts'
import { createDispatcher, type Dispatcher } from './webhooks/dispatch/dispatcher.ts'
import { countPendingDeliveries } from './webhooks/dispatch/queues.ts'
import { apiRoutes, settingsRoutes } from './routes.ts'
import type { SecretBox } from '../platform/secretBox.ts'

const planes = [
  { plane: apiPlane, routes: apiRoutes },
  { plane: settingsPlane, routes: settingsRoutes },
  { plane: consolePlane, routes: sessionCookieRoutes, credential: 'session' },
  { plane: consolePlane, routes: consoleKeyRoutes },
] as const

const DRAIN_DEADLINE_MS = 10_000
/** Time for the requests of cut connections to end and to write their audit rows. */
const CUT_REQUESTS_TIMEOUT_MS = 2000
/** Time for the last writes, so that a failing database cannot keep the server alive. */
const LAST_WRITES_TIMEOUT_MS = 2000

export interface App {
  listen(host: string, port: number): Promise<string>
  metrics: MetricSources
  /** Runs from `start` until draining. */
  housekeeping: Housekeeping
  webhooks: Dispatcher
  /** Writes buffered audit rows now instead of within half a second. */
  flushAudit(): Promise<void>
  /** Finishes running requests, refuses new ones, writes the audit and closes. The caller closes the database. */
  drain(): Promise<void>
}

export interface AppOptions {
  db: Database
  clock: Clock
  log: Logger
  secrets: SecretBox
  auditReads: boolean
  auditLimits?: AuditLimits
  eventDays?: number
  rateLimit: boolean
  corsOrigins?: readonly string[]
  trustedProxies?: readonly string[]
  /** Addresses webhooks may reach besides the public internet; default: none. */
  webhookAllow?: AllowList
  /** Time for which requests are accepted after draining began, while /readyz already fails; default: 0. */
  drainDelayMs?: number
  drainDeadlineMs?: number
  guard?: PruneGuard
  /**
   * Clock that all servers of the database share, for the leases and the schedule of webhook deliveries; default:
   * `clock`.
   */
  sharedClock?: Clock
  clockAheadMs?: () => number
  limits?: HttpLimits
  /** Networks, besides loopback, from which the console may be used over plain http. */
  consoleHttpClients?: readonly string[]
  /** Folder of the built console; default: that of the project. */
  consoleFolder?: string
  /** Address of the worker's control plane, without a path. */
  workerUrl?: string | undefined
}

function createContext(
  options: AppOptions,
  db: Database,
  webhooks: Dispatcher,
  fieldWork: AppContext['fieldWork'],
): AppContext {
  const { clock, log } = options
  const keys = createKeyCache(db)
  const sessions = createSessionLookup(db)
  const replies = createReplyCache({ dropsRecords: db.foreignCommits() !== undefined })
  const accountStates = createAccountStateCache(db, () => {
    keys.clear()
    sessions.clear()
    replies.dropAllRecords()
  })
  return {
    ...options,
    db,
    sharedClock: options.sharedClock ?? options.clock,
    keys,
    sessions,
    accountStates,
    changeChecks: createChangeChecks(() => accountStates.check()),
    lookups: createSharedLookups(db),
    replies,
    outgoing: createResponseBatcher(),
    audit: createAuditBuffer(db, options.clock, options.log),
    cors: createCors(options.corsOrigins ?? []),
    isLocalClient: createNetworkCheck(options.consoleHttpClients ?? []),
    findOrigin: createOriginFinder(options.trustedProxies ?? []),
    lastUsed: createLastUseRecorder({ db, clock, log }, recordKeyUse, 'keys'),
    sessionUse: createLastUseRecorder({ db, clock, log }, recordSessionUse, 'sessions'),
    rates: options.rateLimit ? createRateLimits(options.clock) : noRateLimits,
    webhookAllow: options.webhookAllow ?? emptyAllowList,
    webhooks,
    fieldWork,
    requests: createRequestRecorder(),
    inFlight: 0,
    isStopping: false,
    isDraining: false,
  }
}

function createWebhooks(
  { clock, sharedClock = clock, log, secrets, webhookAllow: allow = emptyAllowList }: AppOptions,
  db: Database,
  requestsInFlight: () => number,
): Dispatcher {
  // Opens the agent on demand: most servers send nothing, and the library costs some megabytes.
  const openAgent = async (): Promise<Agent> =>
    (await import('../platform/outbound/agent.ts')).createGuardedAgent(allow)
  return createDispatcher({ db, clock: sharedClock, log, secrets, allow, openAgent, requestsInFlight })
}

async function drainRequests(
  context: AppContext,
  connections: Connections,
  { drainDelayMs = 0, drainDeadlineMs = DRAIN_DEADLINE_MS }: AppOptions,
): Promise<void> {
  context.isStopping = true
  await wait(drainDelayMs)
  context.isDraining = true
  await connections.drain(drainDeadlineMs)
  const endMs = performance.now() + CUT_REQUESTS_TIMEOUT_MS
  while (context.inFlight > 0 && performance.now() < endMs) await wait(10)
  await context.audit.close()
  await Promise.all([context.lastUsed.close(), context.sessionUse.close()])
}

function createHandlers(
  context: AppContext,
  worker: WorkerGateway,
  { consoleFolder = CONSOLE_FOLDER }: AppOptions,
): Handlers {
  const router = createRouter(planes)
  const files = createConsoleFiles(consoleFolder)
  return {
    router,
    pages: createPages(context, () => files.index()),
    otherPaths: createConsole(router, files, worker),
    sessionCallers: { identifyBySession },
  }
}

interface MeasuredParts {
  webhooks: Dispatcher
  connections: Connections
  refusals: ReadonlyMap<string, number>
}

function createMetricSources(
  context: AppContext,
  { webhooks, connections, refusals }: MeasuredParts,
  { guard, clockAheadMs = () => 0 }: AppOptions,
): MetricSources {
  const { db } = context
  return {
    requests: context.requests,
    refusals,
    inFlight: () => context.inFlight,
    connections: () => connections.count(),
    droppedConnections: () => connections.dropped(),
    writesUnderWay: () => countAccountWrites(db),
    auditWaiting: () => context.audit.pending(),
    caches: () => context.replies.stats(),
    deliveries: () => ({ ...webhooks.counts() }),
    deliveriesUnderWay: () => webhooks.inFlight(),
    // The other metrics must stay available while the database does not answer.
    deliveriesWaiting: () =>
      db.read((tx) => countPendingDeliveries(tx), { oneStatement: true }).catch(() => Number.NaN),
    isDraining: () => context.isStopping,
    clockAheadMs,
    pruneWaitMs: () => guard?.waitMs() ?? 0,
  }
}

export function buildApp(options: AppOptions): App {
  const { db } = options
  const webhooks = createWebhooks(options, db, () => context.inFlight)
  const context = createContext(options, db, webhooks, { wake: () => fieldWork.wake() })
  const limits = options.limits ?? defaultHttpLimits
  const worker = createWorkerGateway(options.workerUrl, createRequestSigner(db, options.clock, options.sharedClock))
  const refusals = new Map<string, number>()
  const server = createHttpServer(createListener(context, createHandlers(context, worker, options)), limits, (code) =>
    refusals.set(code, (refusals.get(code) ?? 0) + 1),
  )
  const connections = trackConnections(server, limits, createNetworkCheck(options.trustedProxies ?? []))
  const fieldWork = createFieldWork({ ...options, onCommitted: (write) => reportCommitted(context, write) })
  const { clock, log, auditLimits = DEFAULT_AUDIT_LIMITS, eventDays = EVENT_RETENTION_DAYS } = options
  const housekeeping = createHousekeeping({
    db,
    clock,
    log,
    auditLimits,
    eventDays,
    guard: options.guard ?? alwaysPrune,
  })
  return {
    housekeeping,
    webhooks,
    flushAudit: () => context.audit.flush(),
    async listen(host, port) {
      const { url } = await listenOn(server, host, port)
      fieldWork.start()
      return url
    },
    metrics: createMetricSources(context, { webhooks, connections, refusals }, options),
    async drain() {
      const { drainDelayMs = 0, drainDeadlineMs = DRAIN_DEADLINE_MS } = options
      const stopTimeoutMs = drainDelayMs + drainDeadlineMs + CUT_REQUESTS_TIMEOUT_MS + LAST_WRITES_TIMEOUT_MS
      const stopped = Promise.all([
        housekeeping.stop(),
        fieldWork.stop(),
        webhooks.stop(),
        drainRequests(context, connections, options),
      ]).then(() => true)
      const isStopped = await Promise.race([stopped, wait(stopTimeoutMs, false, { ref: false })])
      await worker.close()
      if (isStopped) return
      log.error(
        { auditRows: context.audit.pending() },
        'the database took too long; the server stops with unwritten audit rows',
      )
    },
  }
}
