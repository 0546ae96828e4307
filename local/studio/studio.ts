import { join, dirname } from 'node:path'
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { signalAllChildren } from '../child.ts'
import { LocalError } from '../errors.ts'
import { ensurePrivateFolder } from '../../platform/privateFiles.ts'
import { acquireLock } from '../lockFile.ts'
import {
  startSupervisedService,
  StartCancelled,
  stopAllProcesses,
  type ApiAddress,
  type StudioStartup,
  type StudioOptions,
} from './startup.ts'
import { retryWithBackoff, withoutRepeatedLines } from './retryWithBackoff.ts'
import { buildStudioEnvironment, buildTemporalEnvironment, type StudioTemporal } from './environment.ts'
import { registerIngress, buildWebhookAllowList } from './ingress.ts'
import { prepareKeys, type NewAccount } from './keys.ts'
import { choosePort, toLocalUrl } from './ports.ts'
import { endLeftovers, openRunFile, type RunRecord } from './runFile.ts'
import { startStudioTemporal, chooseTemporalPort } from './temporal.ts'

// Creates a folder. Node's recursive mkdir hides the cause of a failure, and loops if the system denies an existing
// folder.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Creates the data folder and its logs folder. @throws a system error with the path when it is not writable */
function prepareFolder(dataFolder: string): void {
  makeFolder(dataFolder)
  accessSync(dataFolder, constants.W_OK)
  makeFolder(join(dataFolder, 'logs'))
}

/**
 * Responses are short-lived. A small young generation and a slowly growing heap save some 100 MB for a few per cent of
 * CPU.
 */
const SERVER_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=60']

/** Kitroom on one machine: API server, Temporal and worker, each in its own process. */
export interface Studio extends ApiAddress {
  temporalAddress: string
  /** Resolves with the reason if a process died too often; the others still run. */
  gaveUp: Promise<string>
  stop(): Promise<void>
}

interface StartedApi {
  api: ApiAddress
  created: NewAccount | undefined
}

interface Ports {
  server: number
  worker: number
  ingress: number
  temporal: number | undefined
}

const ingressUrlOf = ({ options: { config } }: StudioStartup, ports: Ports): string =>
  toLocalUrl(config.ingressHost, ports.ingress)

async function startApi(startup: StudioStartup, ports: Ports): Promise<StartedApi> {
  const { options, env } = startup
  const { config, onApi } = options
  const apiUrl = toLocalUrl(config.host, ports.server)
  const created = await prepareKeys({ ...options, dataFolder: config.dataFolder, env, apiUrl })
  const allow = buildWebhookAllowList(ingressUrlOf(startup, ports), env['KITROOM_WEBHOOK_ALLOW'])
  const server = await startSupervisedService(startup, {
    name: 'server',
    file: 'server/main.ts',
    flags: SERVER_FLAGS,
    readyMessage: 'listening',
    readyMs: 60_000,
    stopMs: 15_000,
    env: {
      ...env,
      KITROOM_PORT: String(ports.server),
      KITROOM_WEBHOOK_ALLOW: allow,
      KITROOM_WORKER_URL: toLocalUrl('127.0.0.1', ports.worker),
    },
  })
  const api = { apiUrl, database: server.current().database ?? '' }
  await onApi?.(api)
  return { api, created }
}

async function startWorker(
  startup: StudioStartup,
  ports: Ports,
  { api, created, temporal }: StartedApi & { temporal: StudioTemporal },
): Promise<void> {
  const { options, env } = startup
  const { dataFolder } = options.config
  const ingressUrl = ingressUrlOf(startup, ports)
  await registerIngress({
    dataFolder,
    env,
    apiUrl: api.apiUrl,
    ingressUrl,
    ownerKey: created?.owner_key,
    printer: options.printer,
  })
  await startSupervisedService(startup, {
    name: 'worker',
    file: 'worker/main.ts',
    readyMessage: 'ready',
    readyMs: 120_000,
    stopMs: 30_000,
    env: {
      ...buildTemporalEnvironment(env, dataFolder, temporal),
      KITROOM_WORKER_PORT: String(ports.worker),
      KITROOM_INGRESS_PORT: String(ports.ingress),
    },
  })
}

/** Starts Temporal, then the worker. Retries both until `isOver` when the API can stay up without them. */
async function startTemporalAndWorker(
  startup: StudioStartup,
  ports: Ports,
  startedApi: StartedApi,
  isOver: () => boolean,
): Promise<StudioTemporal> {
  const { options } = startup
  let temporal: StudioTemporal | undefined
  let isUp = false
  const retryingStartup: StudioStartup = {
    ...startup,
    options: { ...options, printer: withoutRepeatedLines(options.printer, () => !isUp) },
  }
  const start = async (): Promise<StudioTemporal> => {
    temporal ??= await startStudioTemporal(retryingStartup, ports.temporal)
    await startWorker(retryingStartup, ports, { ...startedApi, temporal })
    isUp = true
    return temporal
  }
  return options.onWorkerFailed ? retryWithBackoff(start, isOver, options.onWorkerFailed) : start()
}

const waitForGiveUp = ({ running }: StudioStartup): Promise<string> =>
  Promise.race(running.map(({ supervised }) => supervised.givenUp))

/**
 * Starts the API first, because it does not need Temporal. If the API then dies too often, fetching Temporal is
 * cancelled.
 */
async function startAllProcesses(startup: StudioStartup, ports: Ports): Promise<Omit<Studio, 'gaveUp' | 'stop'>> {
  const startedApi = await startApi(startup, ports)
  let isOver = false
  const worker = startTemporalAndWorker(startup, ports, startedApi, () => isOver || startup.options.isStopRequested())
  worker.catch(() => undefined)
  const gaveUp = waitForGiveUp(startup).then((reason) => {
    isOver = true
    signalAllChildren('SIGTERM')
    throw new LocalError('gave_up', reason)
  })
  gaveUp.catch(() => undefined)
  const temporal = await Promise.race([worker, gaveUp])
  return { ...startedApi.api, temporalAddress: temporal.address }
}

async function choosePorts(options: StudioOptions): Promise<Ports> {
  const { config, useNextFreePort } = options
  return {
    server: await choosePort(config.host, config.serverPort, 'KITROOM_PORT', 'server', useNextFreePort),
    worker: await choosePort('127.0.0.1', config.workerPort, 'KITROOM_WORKER_PORT', 'worker', useNextFreePort),
    ingress: await choosePort(
      config.ingressHost,
      config.ingressPort,
      'KITROOM_INGRESS_PORT',
      "worker's ingress",
      useNextFreePort,
    ),
    temporal: await chooseTemporalPort(options),
  }
}

/**
 * Starts everything on one machine: keys (an account at the first start), API server, Temporal, worker. It first ends
 * leftovers of a killed run.
 * @throws LocalError when something cannot start, StartCancelled when cancelled. In both cases no process is left
 * running
 */
export async function startStudio(options: StudioOptions): Promise<Studio> {
  const { config, printer } = options
  prepareFolder(config.dataFolder)
  ensurePrivateFolder(config.dataFolder)
  const lock = acquireLock(
    join(config.dataFolder, 'start.lock'),
    'Kitroom already runs on this data folder. Stop it, or set KITROOM_DATA_DIR to another',
  )
  const release = (record?: RunRecord): void => {
    record?.remove()
    lock.release()
  }
  let unfinishedStartup: StudioStartup | undefined
  try {
    await endLeftovers(config.dataFolder, ['worker', 'server'], printer)
    const ports = await choosePorts(options)
    const record = openRunFile(config.dataFolder, printer)
    const startup: StudioStartup = {
      options,
      env: buildStudioEnvironment(options.env, config.dataFolder),
      record,
      running: [],
    }
    unfinishedStartup = startup
    const addresses = await startAllProcesses(startup, ports)
    const stop = async (): Promise<void> => {
      await stopAllProcesses(startup)
      release(record)
    }
    return { ...addresses, gaveUp: waitForGiveUp(startup), stop }
  } catch (error) {
    if (unfinishedStartup) await stopAllProcesses(unfinishedStartup)
    release(unfinishedStartup?.record)
    throw options.isStopRequested() ? new StartCancelled('stopped', { cause: error }) : error
  }
}
