import { join } from 'node:path'
import type { LocalConfig } from '../config.ts'
import type { Say } from '../say.ts'
import { hasRoom } from './diskRoom.ts'
import type { KeyOptions } from './keys.ts'
import { supervise, type Supervised, type Process } from './supervise.ts'
import { openLogFile } from './logFile.ts'
import type { RunRecord } from './runFile.ts'
import { startService, type Running, type ServiceOptions } from './service.ts'

type Environment = Record<string, string | undefined>

/** The API's address and database, known before the worker is up. */
export interface ApiAddress {
  /** Without a path, for example http://127.0.0.1:4000. */
  apiUrl: string
  database: string
}

export interface StudioOptions extends Pick<KeyOptions, 'accountFlags' | 'workerAccount' | 'onAccount'> {
  env: Environment
  config: LocalConfig
  say: Say
  /** Use the next free port when one is taken. */
  yieldPorts: boolean
  /** Checked between steps; true cancels the start. */
  stopAsked: () => boolean
  /** Called when the API is up. The worker follows, minutes later when Temporal must be fetched. */
  onApi?: (api: ApiAddress) => void
  /** Called when Temporal or the worker failed to start, with the delay of the next attempt. Absent: such a failure stops everything. */
  onWorkerFailed?: (error: unknown, waitMs: number) => void
}

export class StartCancelled extends Error {
  override name = 'StartCancelled'
}

export interface Building {
  options: StudioOptions
  env: Environment
  record: RunRecord
  running: { name: string; supervised: Supervised<Process> }[]
}

export const logOf = ({ options: { config, say } }: Building, name: string): ((line: string) => void) =>
  openLogFile(join(config.dataFolder, 'logs', `${name}.log`), (text) => say.line(text))

/** Starts and supervises a process. @throws StartCancelled when stopping */
export async function bringUp<T extends Process>(
  building: Building,
  name: string,
  urlOf: (process: T) => string,
  start: () => Promise<T>,
): Promise<Supervised<T>> {
  const { options, record, running } = building
  const { say, stopAsked, config } = options
  if (stopAsked()) throw new StartCancelled('stopped')
  const started = (process: T): void => record.note(name, process.pid, urlOf(process))
  const isNeeded = name === 'server' || !options.onWorkerFailed
  const supervised = await supervise<T>({ name, say, start, started, stopAsked, isNeeded, hasRoom: () => hasRoom(config.dataFolder) })
  running.push({ name, supervised })
  return supervised
}

export function bringUpService(building: Building, service: Omit<ServiceOptions, 'log'>): Promise<Supervised<Running>> {
  const log = logOf(building, service.name)
  const start = (): Promise<Running> => building.options.say.during(`Starting the ${service.name}`, () => startService({ ...service, log }))
  return bringUp(building, service.name, (process) => process.url, start)
}

/** The worker depends on both others. */
const STOP_ORDER = ['worker', 'server', 'Temporal']

export async function stopAll({ options, running }: Building): Promise<void> {
  const ordered = running.toSorted((a, b) => STOP_ORDER.indexOf(a.name) - STOP_ORDER.indexOf(b.name))
  for (const { name, supervised } of ordered)
    await options.say.during(`Stopping ${name === 'Temporal' ? name : `the ${name}`}`, () => supervised.stop())
}
