import { join } from 'node:path'
import type { LocalConfig } from '../config.ts'
import type { Say } from '../say.ts'
import { hasRoom } from './diskRoom.ts'
import type { KeyOptions } from './keys.ts'
import { keepUp, type KeptUp, type Process } from './keepUp.ts'
import { openLogFile } from './logFile.ts'
import type { RunRecord } from './runFile.ts'
import { startService, type Running, type ServiceOptions } from './service.ts'

type Environment = Record<string, string | undefined>

/** Where the API answers and what it works on, known before the worker is up. */
export interface ApiAddress {
  /** Without a path, for example http://127.0.0.1:4000. */
  apiUrl: string
  /** The API database, for people. */
  database: string
}

export interface StudioOptions extends Pick<KeyOptions, 'accountFlags' | 'workerAccount' | 'onAccount'> {
  env: Environment
  config: LocalConfig
  say: Say
  /** Take the next free port where a wanted one is in use. */
  yieldPorts: boolean
  /** Asked between the steps: whether to go no further. */
  stopAsked: () => boolean
  /** Called when the API answers: the worker follows, which takes minutes where Temporal has to be fetched. */
  onApi?: (api: ApiAddress) => void
  /**
   * Called each time that Temporal or the worker cannot be started, with the time until the next attempt: the API stays up. Left out: such a
   * failure stops everything.
   */
  onWorkerFailed?: (error: unknown, waitMs: number) => void
}

/** Starting was called off. */
export class StartCancelled extends Error {
  override name = 'StartCancelled'
}

export interface Building {
  options: StudioOptions
  env: Environment
  record: RunRecord
  running: { name: string; kept: KeptUp<Process> }[]
}

/** The log of a process of ours, in the data folder. */
export const logOf = ({ options: { config, say } }: Building, name: string): ((line: string) => void) =>
  openLogFile(join(config.dataFolder, 'logs', `${name}.log`), (text) => say.line(text))

/** Starts a process and keeps it running. @throws StartCancelled when everything is to stop */
export async function bringUp<T extends Process>(
  building: Building,
  name: string,
  urlOf: (process: T) => string,
  start: () => Promise<T>,
): Promise<KeptUp<T>> {
  const { options, record, running } = building
  const { say, stopAsked, config } = options
  if (stopAsked()) throw new StartCancelled('stopped')
  const started = (process: T): void => record.note(name, process.pid, urlOf(process))
  const isNeeded = name === 'server' || !options.onWorkerFailed
  const kept = await keepUp<T>({ name, say, start, started, stopAsked, isNeeded, hasRoom: () => hasRoom(config.dataFolder) })
  running.push({ name, kept })
  return kept
}

/** Starts the server or the worker and keeps it running. */
export function bringUpService(building: Building, service: Omit<ServiceOptions, 'log'>): Promise<KeptUp<Running>> {
  const log = logOf(building, service.name)
  const start = (): Promise<Running> => building.options.say.during(`Starting the ${service.name}`, () => startService({ ...service, log }))
  return bringUp(building, service.name, (process) => process.url, start)
}

/** What stops before what: the worker needs both others. */
const STOP_ORDER = ['worker', 'server', 'Temporal']

/** Stops everything that was brought up, in order. */
export async function stopAll({ options, running }: Building): Promise<void> {
  const ordered = running.toSorted((a, b) => STOP_ORDER.indexOf(a.name) - STOP_ORDER.indexOf(b.name))
  for (const { name, kept } of ordered) await options.say.during(`Stopping ${name === 'Temporal' ? name : `the ${name}`}`, () => kept.stop())
}
