import { hostname } from 'node:os'
import { join } from 'node:path'
import { hash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Client as TemporalClient } from '@temporalio/client'
import type { NativeConnection } from '@temporalio/worker'
import type { Account } from '../../activities/shared/api.ts'
import { createGoogleAccounts, type GoogleAccounts } from '../../activities/google/googleAccounts.ts'
import { createGoogleHost } from '../../activities/google/googleHost.ts'
import { createSignIns } from '../../activities/google/googleSignIns.ts'
import { parseSheetInto } from '../../sheets/parseSheet.ts'
import type { SyncDeps } from '../../activities/inventorySync/types.ts'
import { createClient, type Client } from '../../client/client.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { accountPrefix } from '../../contract/temporal.ts'
import { createReminderLinks } from '../../activities/notify/links/reminderLinks.ts'
import { openWorkerSecretBox } from './openSecretBox.ts'
import type { Clock } from '../../platform/clock.ts'
import { ConfigError } from '../../platform/environment.ts'
import type { Logger } from '../../platform/log.ts'
import { restrictFolder, EXPOSED_FOLDER_MESSAGE, ensurePrivateFolder } from '../../platform/privateFiles.ts'
import type { Database } from '../../platform/sql/types.ts'
import { createAccountActivities } from './activities.ts'
import {
  trustedClockCheck,
  createClockCheck,
  createWorkerClock,
  failWhileClocksDiffer,
  tryCompareClocks,
} from '../context/clockCheck.ts'
import type { WorkerConfig } from '../context/config.ts'
import type { SettingsAccess, StateAndClock, WorkerContext } from '../context/context.ts'
import { checkApi } from './checkApi.ts'
import { superviseStart, toOutageProblem, type OutageContext } from '../problems/outage.ts'
import { classifyOutage } from '../problems/probes/temporal.ts'
import type { Problem } from '../problems/problem.ts'
import { endOrphanedWorkflows, detectRestore } from '../wakeups/reconcile.ts'
import { claimAccount } from '../../state/hosts/facts.ts'
import { openWorkerState } from '../context/openWorkerState.ts'
import { createWithLock } from '../../state/hosts/withLock.ts'
import { findMovedTo, loadStateId, readEarlierStateIds } from '../../state/hosts/stateId.ts'
import { claimState } from '../schedules/claimState.ts'
import type { SourceHost } from '../../sheets/sources/source.ts'
import type { Host } from '../settings/hostRow.ts'
import { createSettings } from '../settings/settings.ts'
import { locateState, type OwnState } from '../context/stateOwner.ts'
import { bundleWorkflows } from '../temporal/bundle.ts'
import { connectTemporal } from '../temporal/connect.ts'
import { handleOutage } from '../context/faults.ts'
import { readBuildId } from '../temporal/buildId.ts'
import { findDeploymentObstacle } from '../temporal/deployment.ts'
import { registerSearchAttributes } from '../temporal/searchAttributes.ts'
import { createWorkers, type AccountWorkers } from '../temporal/workers.ts'
import { NotReady, waitUntilReady } from '../context/waitUntilReady.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

/** Minimum interval at any scale, because each round queries a database or Temporal. */
const MIN_INTERVAL_MS = 1000

/** @throws AbortError once the worker shall stop: nothing that others see has begun */
function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new DOMException('the worker was stopped during its start', 'AbortError')
}

/** Creates a function that multiplies intervals by KITROOM_INTERVAL_SCALE, but not to less than a second. */
const createIntervals =
  (scale: number) =>
  (intervalMs: number): number =>
    Math.max(Math.min(intervalMs, MIN_INTERVAL_MS), intervalMs * scale)

/** Reads the id of this host within an account. The data folder stores it, because a host name can change. */
function readHostId(dataDir: string): string {
  const file = join(dataDir, 'host-id')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  ensurePrivateFolder(dataDir)
  const id = randomBytes(4).toString('hex')
  writeFileSync(file, `${id}\n`, { mode: 0o600 })
  return id
}

/** Identifies the host and its file. Two workers of one data folder may have different files. */
function identifyHost({ dataDir, configFile, filesLabel }: WorkerConfig): Host {
  const filesId = readHostId(dataDir)
  return {
    id: `${filesId}-${hash('sha256', configFile, 'hex').slice(0, 4)}`,
    filesId,
    name: hostname(),
    label: filesLabel,
  }
}

const API_TIMEOUT_MS = 20_000

export interface WorkerParts {
  context: WorkerContext
  accountId: string
  google: GoogleAccounts
  workers: AccountWorkers
  /** Build id of the workers; empty without a version. */
  buildId: string
  connection: NativeConnection
}

async function claimDatabase(state: Database, account: Account): Promise<void> {
  const movedTo = await state.read(findMovedTo)
  if (movedTo !== undefined)
    throw new ConfigError(
      `The worker's state was moved to: ${movedTo}. Set KITROOM_WORKER_DATABASE_URL to that database.`,
    )
  const ownerId = await state.write((tx) => claimAccount(tx, account.id))
  if (ownerId !== account.id)
    throw new ConfigError(
      "The worker's database belongs to another account than its API key. Give each account its own data folder.",
    )
}

function connectApi(config: WorkerConfig): Client {
  return createClient({
    url: config.apiUrl + API_BASE,
    token: config.apiKey,
    timeoutMs: scaleTimeLimit(API_TIMEOUT_MS),
    retries: 0,
    userAgent: 'kitroom-worker',
  })
}

/** Connects to Temporal, and reports an outage while it waits. */
async function connectSupervised(
  temporal: WorkerConfig['temporal'],
  context: OutageContext,
  signal: AbortSignal,
): Promise<NativeConnection> {
  let currentProblem: Problem | undefined
  const onNotReady = ({ cause }: NotReady): void =>
    void (currentProblem = toOutageProblem(classifyOutage(cause), temporal.namespace))
  const stopSupervision = superviseStart(context, () => currentProblem)
  try {
    return await connectTemporal(temporal, { log: context.log, signal, onNotReady })
  } finally {
    await stopSupervision()
  }
}

/** Chooses the build id under which the worker polls; empty without worker deployments. */
async function chooseBuildId(
  buildId: string,
  temporal: TemporalClient,
  account: string,
  options: Parameters<typeof waitUntilReady>[2],
): Promise<string> {
  if (buildId === '') return ''
  const findObstacle = (): Promise<string | undefined> =>
    handleOutage(
      () => findDeploymentObstacle(temporal, account),
      (cause) => {
        throw new NotReady(`does not answer: ${(cause as Error).message}.`, { cause })
      },
    )
  const obstacle = await waitUntilReady('Temporal', findObstacle, options)
  if (obstacle !== undefined) options.log.info(`Worker deployments of Temporal are not used: ${obstacle}.`)
  return obstacle === undefined ? buildId : ''
}

/** Describes this worker's database to other workers of the account. */
async function findStateOwner(state: Database, config: WorkerConfig, hostId: string): Promise<OwnState> {
  const ids = await state.write(async (tx) => ({
    stateId: await loadStateId(tx),
    earlierIds: await readEarlierStateIds(tx),
  }))
  return { ...ids, place: await locateState(config.databaseUrl, config.dataDir, hostId) }
}

const createSourceHost = (
  { sourceAllow: allow, readSecret }: WorkerConfig,
  { state, clock, settings, google }: StateAndClock & SettingsAccess & { google: GoogleAccounts },
): SourceHost => ({ configDir: settings.folder, allow, readSecret, google: createGoogleHost(state, clock, google) })

const createSyncDeps = (context: WorkerContext): SyncDeps => ({
  ...context,
  parseSheet: parseSheetInto,
  findSource: async (id) => (await context.settings.read()).sources.find((source) => source.id === id),
  detectRestore: (epoch) => detectRestore(context, epoch),
})

function openAccountWorkers(
  context: WorkerContext,
  google: GoogleAccounts,
  options: Parameters<typeof createWorkers>[0],
): Promise<AccountWorkers> {
  const syncDeps = createSyncDeps(context)
  const activities = createAccountActivities(context, syncDeps, google)
  return createWorkers(options, failWhileClocksDiffer(activities, context.clockCheck, context.log), syncDeps)
}

/**
 * Opens the worker's parts: database, API (with a check of its features), workflow bundle, Temporal. It waits for both
 * servers without limit.
 * @param givenClock a trusted clock, for tests; default: the machine's, compared with the API server's
 * @throws ConfigError for faults that waiting does not resolve
 */
export async function openWorkerParts(
  config: WorkerConfig,
  log: Logger,
  signal: AbortSignal,
  givenClock?: Clock,
): Promise<WorkerParts> {
  const followedClock = createWorkerClock(log)
  const clock = givenClock ?? followedClock
  if (!restrictFolder(config.dataDir)) log.warn({ folder: config.dataDir }, EXPOSED_FOLDER_MESSAGE)
  throwIfStopped(signal)
  const state = await openWorkerState(config.databaseUrl, clock, { log, signal })
  throwIfStopped(signal)
  const api = connectApi(config)
  const bundling = bundleWorkflows(config.dataDir)
  const readingBuildId = config.useVersions ? readBuildId() : Promise.resolve('')
  const account = await waitUntilReady(`The API server at ${config.apiUrl}`, () => checkApi(api), { log, signal })
  const clockCheck = givenClock ? trustedClockCheck : createClockCheck(followedClock, api)
  await tryCompareClocks(clockCheck, log)
  await claimDatabase(state, account)
  const codePath = await bundling
  throwIfStopped(signal)
  const { namespace } = config.temporal
  const channelHost = { secrets: config.channelSecrets, allow: config.channelAllow }
  const box = await openWorkerSecretBox(config, { state, accountId: account.id, log })
  const reminderLinks = createReminderLinks({ state, clock, box, account: account.id, publicUrl: config.linkUrl })
  const google = createGoogleAccounts(config.google, createSignIns(state, box, account.id))
  const settings = createSettings({ state, clock, log, box, file: config.configFile, host: identifyHost(config) })
  await settings.check()
  const hostId = settings.host.filesId
  const scaledMs = createIntervals(config.intervalScale)
  const outage = { state, api, clock, log, settings, channelHost, reminderLinks, clockCheck, scaledMs }
  const connection = await connectSupervised(config.temporal, outage, signal)
  const prefix = accountPrefix(account.id)
  const temporal = new TemporalClient({ connection, namespace })
  const context: WorkerContext = {
    state,
    api,
    temporal,
    clock,
    clockCheck,
    log,
    account: prefix,
    publicUrl: config.publicUrl,
    channelHost,
    reminderLinks,
    settings,
    sourceHost: createSourceHost(config, { state, clock, settings, google }),
    stateOwner: await findStateOwner(state, config, hostId),
    searchAttributes: registerSearchAttributes(connection, namespace, log),
    scaledMs,
    withLock: createWithLock(state, clock),
  }
  await claimState(context, config.replacedStateId)
  await detectRestore(context, account.epoch)
  await endOrphanedWorkflows(context)
  const buildId = await chooseBuildId(await readingBuildId, temporal, prefix, { log, signal })
  const queues = { account: prefix, hostId, label: config.filesLabel }
  const workers = await openAccountWorkers(context, google, { connection, namespace, ...queues, codePath, buildId })
  return { context, accountId: account.id, google, workers, buildId, connection }
}
