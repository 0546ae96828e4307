import { join } from 'node:path'
import { signalAllChildren } from '../child.ts'
import { LocalError } from '../errors.ts'
import { ensurePrivateFolder } from '../../platform/privateFiles.ts'
import { acquireLock } from '../lockFile.ts'
import { bringUpService, StartCancelled, stopAll, type ApiAddress, type Building, type StudioOptions } from './bringUp.ts'
import { retryWithBackoff, withoutRepeats } from './retry.ts'
import { studioEnvironment, temporalEnvironment, type StudioTemporal } from './environment.ts'
import { registerIngress, webhookAllow } from './ingress.ts'
import { prepareKeys, type NewAccount } from './keys.ts'
import { choosePort, localUrl } from './ports.ts'
import { prepareFolder } from './prepareFolder.ts'
import { endLeftovers, openRunFile, type RunRecord } from './runFile.ts'
import { bringUpTemporal, chooseTemporalPort } from './temporal.ts'

/** Responses are short-lived: a small young generation and a slowly growing heap save some 100 MB for a few per cent of CPU. */
const SERVER_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=20']

/** Kitroom on one machine: API server, Temporal and worker, each in its own process. */
export interface Studio extends ApiAddress {
  temporalAddress: string
  /** Resolves with the reason when a process died too often; the others still run. */
  gaveUp: Promise<string>
  stop(): Promise<void>
}

interface Served {
  api: ApiAddress
  created: NewAccount | undefined
}

interface Ports {
  server: number
  worker: number
  ingress: number
  temporal: number | undefined
}

const ingressUrlOf = ({ options: { config } }: Building, ports: Ports): string => localUrl(config.ingressHost, ports.ingress)

async function bringUpApi(building: Building, ports: Ports): Promise<Served> {
  const { options, env } = building
  const { config, onApi } = options
  const apiUrl = localUrl(config.host, ports.server)
  const created = await prepareKeys({ ...options, dataFolder: config.dataFolder, env, apiUrl })
  const allow = webhookAllow(ingressUrlOf(building, ports), env['KITROOM_WEBHOOK_ALLOW'])
  const server = await bringUpService(building, {
    name: 'server',
    file: 'server/main.ts',
    flags: SERVER_FLAGS,
    readyMessage: 'listening',
    readyMs: 60_000,
    stopMs: 15_000,
    env: { ...env, KITROOM_PORT: String(ports.server), KITROOM_WEBHOOK_ALLOW: allow },
  })
  const api = { apiUrl, database: server.current().database ?? '' }
  onApi?.(api)
  return { api, created }
}

async function startWorker(building: Building, ports: Ports, { api, created, temporal }: Served & { temporal: StudioTemporal }): Promise<void> {
  const { options, env } = building
  const { dataFolder } = options.config
  const ingressUrl = ingressUrlOf(building, ports)
  await registerIngress({ dataFolder, env, apiUrl: api.apiUrl, ingressUrl, ownerKey: created?.owner_key, say: options.say })
  await bringUpService(building, {
    name: 'worker',
    file: 'worker/main.ts',
    readyMessage: 'ready',
    readyMs: 120_000,
    stopMs: 30_000,
    env: {
      ...temporalEnvironment(env, dataFolder, temporal),
      KITROOM_WORKER_PORT: String(ports.worker),
      KITROOM_INGRESS_PORT: String(ports.ingress),
    },
  })
}

/** Starts Temporal, then the worker. Retries both until `isOver` when the API can stay up without them. */
async function bringUpWorker(building: Building, ports: Ports, served: Served, isOver: () => boolean): Promise<StudioTemporal> {
  const { options } = building
  let temporal: StudioTemporal | undefined
  let isUp = false
  const trying: Building = { ...building, options: { ...options, say: withoutRepeats(options.say, () => !isUp) } }
  const start = async (): Promise<StudioTemporal> => {
    temporal ??= await bringUpTemporal(trying, ports.temporal)
    await startWorker(trying, ports, { ...served, temporal })
    isUp = true
    return temporal
  }
  return options.onWorkerFailed ? retryWithBackoff(start, isOver, options.onWorkerFailed) : start()
}

const whenGivenUp = ({ running }: Building): Promise<string> => Promise.race(running.map(({ supervised }) => supervised.givenUp))

/** Starts the API first, since it needs no Temporal. If it is given up meanwhile, fetching Temporal is cancelled. */
async function bringUpAll(building: Building, ports: Ports): Promise<Omit<Studio, 'gaveUp' | 'stop'>> {
  const served = await bringUpApi(building, ports)
  let isOver = false
  const worker = bringUpWorker(building, ports, served, () => isOver || building.options.stopAsked())
  worker.catch(() => undefined)
  const gaveUp = whenGivenUp(building).then((why) => {
    isOver = true
    signalAllChildren('SIGTERM')
    throw new LocalError('gave_up', why)
  })
  gaveUp.catch(() => undefined)
  const temporal = await Promise.race([worker, gaveUp])
  return { ...served.api, temporalAddress: temporal.address }
}

async function choosePorts(options: StudioOptions): Promise<Ports> {
  const { config, yieldPorts } = options
  return {
    server: await choosePort(config.host, config.serverPort, 'KITROOM_PORT', 'server', yieldPorts),
    worker: await choosePort('127.0.0.1', config.workerPort, 'KITROOM_WORKER_PORT', 'worker', yieldPorts),
    ingress: await choosePort(config.ingressHost, config.ingressPort, 'KITROOM_INGRESS_PORT', "worker's ingress", yieldPorts),
    temporal: await chooseTemporalPort(options),
  }
}

/**
 * Starts everything on one machine, after ending leftovers of a killed run: keys (an account at the first start), API server, Temporal, worker.
 * @throws LocalError when something cannot start, StartCancelled when cancelled; nothing runs then
 */
export async function startStudio(options: StudioOptions): Promise<Studio> {
  const { config, say } = options
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
  let building: Building | undefined
  try {
    await endLeftovers(config.dataFolder, ['worker', 'server'], say)
    const ports = await choosePorts(options)
    const record = openRunFile(config.dataFolder, say)
    const made: Building = { options, env: studioEnvironment(options.env, config.dataFolder), record, running: [] }
    building = made
    const where = await bringUpAll(made, ports)
    const stop = async (): Promise<void> => {
      await stopAll(made)
      release(record)
    }
    return { ...where, gaveUp: whenGivenUp(made), stop }
  } catch (error) {
    if (building) await stopAll(building)
    release(building?.record)
    throw options.stopAsked() ? new StartCancelled('stopped', { cause: error }) : error
  }
}
