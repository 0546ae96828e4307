import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalConfig } from '../config.ts'
import { takeLock } from '../lockFile.ts'
import type { Say } from '../say.ts'
import { existingTemporal, temporalPort } from '../temporal.ts'
import { findTemporal } from '../temporal/find.ts'
import { startTemporalServer, type TemporalServer } from '../temporal/server.ts'
import { studioEnvironment, temporalEnvironment, type StudioTemporal } from './environment.ts'
import { keepUp, type KeptUp, type Process } from './keepUp.ts'
import { prepareKeys, type KeyOptions } from './keys.ts'
import { choosePort, localUrl } from './ports.ts'
import { registerIngress, webhookAllow } from './ingress.ts'
import { endLeftOvers, openRunFile, type RunRecord } from './runFile.ts'
import { startService, type Running, type ServiceOptions } from './service.ts'

/** Answers are short-lived: a small space for young objects and a heap that grows slowly save some 100 MB under load for a few per cent of CPU. */
const SERVER_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=20']

type Environment = Record<string, string | undefined>

export interface StudioOptions extends Pick<KeyOptions, 'accountFlags' | 'workerAccount' | 'onAccount'> {
  env: Environment
  config: LocalConfig
  say: Say
  /** Take the next free port where a wanted one is in use. */
  yieldPorts: boolean
  /** Asked between the steps: whether to go no further. */
  stopAsked: () => boolean
}

/** A whole Kitroom on this machine: Temporal, the API server, the worker, each its own process. */
export interface Studio {
  /** Without a path, for example http://127.0.0.1:4000. */
  apiUrl: string
  temporalAddress: string
  /** Resolves with the reason when a process died too often; the others still run then. */
  gaveUp: Promise<string>
  /** Stops the worker, then the server, then Temporal. */
  stop(): Promise<void>
}

/** Starting was called off. */
export class StartCancelled extends Error {
  override name = 'StartCancelled'
}

interface Ports {
  server: number
  worker: number
  ingress: number
}

interface Building {
  options: StudioOptions
  env: Environment
  record: RunRecord
  /** What runs, newest first: the order of stopping. */
  running: { name: string; kept: KeptUp<Process> }[]
}

async function bringUp<T extends Process>(
  building: Building,
  name: string,
  urlOf: (process: T) => string,
  start: () => Promise<T>,
): Promise<KeptUp<T>> {
  const { options, record, running } = building
  if (options.stopAsked()) throw new StartCancelled('stopped')
  const started = (process: T): void => record.note(name, process.pid, urlOf(process))
  const kept = await keepUp<T>({ name, say: options.say, start, started, stopAsked: options.stopAsked })
  running.unshift({ name, kept })
  return kept
}

async function bringUpTemporal(building: Building): Promise<StudioTemporal> {
  const { options, env } = building
  const existing = await existingTemporal(env)
  if (existing) return { ...existing, isOurs: false }
  const { say, config } = options
  const folder = config.dataFolder
  const settings = {
    binary: await findTemporal(env, say),
    port: await temporalPort(say),
    namespace: 'kitroom',
    databaseFile: join(folder, 'temporal.db'),
    logFile: join(folder, 'logs', 'temporal.log'),
    env,
  }
  const start = (): Promise<TemporalServer> => say.during('Starting Temporal', () => startTemporalServer(settings))
  const { address, namespace } = (await bringUp(building, 'Temporal', (server) => server.address, start)).current()
  return { address, namespace, isOurs: true }
}

function bringUpService(building: Building, service: Omit<ServiceOptions, 'logFile'>): Promise<KeptUp<Running>> {
  const logFile = join(building.options.config.dataFolder, 'logs', `${service.name}.log`)
  const start = (): Promise<Running> => building.options.say.during(`Starting the ${service.name}`, () => startService({ ...service, logFile }))
  return bringUp(building, service.name, (process) => process.url, start)
}

async function bringUpAll(building: Building, ports: Ports): Promise<Pick<Studio, 'apiUrl' | 'temporalAddress'>> {
  const { options, env } = building
  const { dataFolder } = options.config
  const apiUrl = localUrl(options.config.host, ports.server)
  const temporal = await bringUpTemporal(building)
  const ingressUrl = localUrl(options.config.ingressHost, ports.ingress)
  const created = await prepareKeys({ ...options, dataFolder, env, apiUrl })
  await bringUpService(building, {
    name: 'server',
    file: 'server/main.ts',
    flags: SERVER_FLAGS,
    readyMessage: 'listening',
    readyMs: 60_000,
    stopMs: 15_000,
    env: { ...env, KITROOM_PORT: String(ports.server), KITROOM_WEBHOOK_ALLOW: webhookAllow(ingressUrl, env['KITROOM_WEBHOOK_ALLOW']) },
  })
  await registerIngress({ dataFolder, env, apiUrl, ingressUrl, ownerKey: created?.owner_key, say: options.say })
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
  return { apiUrl, temporalAddress: temporal.address }
}

async function stopAll({ options, running }: Building): Promise<void> {
  for (const { name, kept } of running) await options.say.during(`Stopping ${name === 'Temporal' ? name : `the ${name}`}`, () => kept.stop())
}

/**
 * Brings up everything on one machine: Temporal, keys (an account on the very first start), the API server, the worker. What an
 * earlier, killed run left behind is ended first.
 * @throws LocalError when something cannot be started, StartCancelled when asked to stop meanwhile; nothing runs then.
 */
export async function startStudio(options: StudioOptions): Promise<Studio> {
  const { config, say, yieldPorts } = options
  mkdirSync(join(config.dataFolder, 'logs'), { recursive: true, mode: 0o700 })
  const lock = takeLock(
    join(config.dataFolder, 'start.lock'),
    'Kitroom already runs on this data folder. Stop it, or set KITROOM_DATA_DIR to another',
  )
  const release = (record?: RunRecord): void => {
    record?.remove()
    lock.release()
  }
  let building: Building | undefined
  try {
    await endLeftOvers(config.dataFolder, ['worker', 'server'], say)
    const ports = {
      server: await choosePort(config.host, config.serverPort, 'KITROOM_PORT', 'server', yieldPorts),
      worker: await choosePort('127.0.0.1', config.workerPort, 'KITROOM_WORKER_PORT', 'worker', yieldPorts),
      ingress: await choosePort(config.ingressHost, config.ingressPort, 'KITROOM_INGRESS_PORT', "worker's ingress", yieldPorts),
    }
    const record = openRunFile(config.dataFolder)
    const made: Building = { options, env: studioEnvironment(options.env, config.dataFolder), record, running: [] }
    building = made
    const where = await bringUpAll(made, ports)
    const stop = async (): Promise<void> => {
      await stopAll(made)
      release(record)
    }
    return { ...where, gaveUp: Promise.race(made.running.map(({ kept }) => kept.givenUp)), stop }
  } catch (error) {
    if (building) await stopAll(building)
    release(building?.record)
    throw options.stopAsked() ? new StartCancelled('stopped', { cause: error }) : error
  }
}
