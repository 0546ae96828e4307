import { join } from 'node:path'
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import type { LocalConfig } from '../config.ts'
import type { ProgressPrinter } from '../progressPrinter.ts'
import type { KeyOptions } from './keys.ts'
import { supervise, type Supervised, type ManagedProcess } from './supervise.ts'
import { openLogFile } from './logFile.ts'
import type { RunRecord } from './runFile.ts'
import { startService, type RunningService, type ServiceOptions } from './service.ts'

/** Minimum free space, more than a process needs to start. */
const MIN_FREE_BYTES = 1024 * 1024
const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT'])

/**
 * True if a folder's disk has a free megabyte. It is also true after any other disk error, because waiting would not
 * resolve it.
 */
function hasDiskSpace(folder: string): boolean {
  const file = join(folder, `room.${process.pid}`)
  let handle: number | undefined
  try {
    handle = openSync(file, 'w', 0o600)
    const written = writeSync(handle, Buffer.alloc(MIN_FREE_BYTES))
    fsyncSync(handle)
    return written === MIN_FREE_BYTES
  } catch (error) {
    return !DISK_FULL_CODES.has((error as NodeJS.ErrnoException).code ?? '')
  } finally {
    if (handle !== undefined) closeSync(handle)
    rmSync(file, { force: true })
  }
}

type Environment = Record<string, string | undefined>

/** The API's address and database, available before the worker has started. */
export interface ApiAddress {
  /** URL without a path, for example http://127.0.0.1:4000. */
  apiUrl: string
  database: string
}

export interface StudioOptions extends Pick<KeyOptions, 'accountFlags' | 'workerAccount' | 'onAccount'> {
  env: Environment
  config: Omit<LocalConfig, 'timeLimitScale'>
  printer: ProgressPrinter
  /** True to use the next free port instead of one that is in use. */
  useNextFreePort: boolean
  /** Checked between steps. True cancels the start. */
  isStopRequested: () => boolean
  /** Called when the API is up. The worker follows, minutes later if Temporal must be fetched. */
  onApi?: (api: ApiAddress) => Promise<void> | void
  /**
   * Called after Temporal or the worker failed to start, with the delay of the next attempt. Absent: such a failure
   * stops everything.
   */
  onWorkerFailed?: (error: unknown, waitMs: number) => void
}

export class StartCancelled extends Error {
  override name = 'StartCancelled'
}

export interface StudioStartup {
  options: StudioOptions
  env: Environment
  record: RunRecord
  running: { name: string; supervised: Supervised<ManagedProcess> }[]
}

export const openServiceLog = (
  { options: { config, printer } }: StudioStartup,
  name: string,
): ((line: string) => void) =>
  openLogFile(join(config.dataFolder, 'logs', `${name}.log`), (text) => printer.printLine(text))

/** Starts and supervises a process. @throws StartCancelled when a stop was requested */
export async function startSupervised<T extends ManagedProcess>(
  startup: StudioStartup,
  name: string,
  urlOf: (process: T) => string,
  start: () => Promise<T>,
): Promise<Supervised<T>> {
  const { options, record, running } = startup
  const { printer, isStopRequested, config } = options
  if (isStopRequested()) throw new StartCancelled('stopped')
  const started = (process: T): void => record.addProcess(name, process.pid, urlOf(process))
  const isRequired = name === 'server' || !options.onWorkerFailed
  const supervised = await supervise<T>({
    name,
    printer,
    start,
    onStarted: started,
    isStopRequested,
    isRequired,
    hasDiskSpace: () => hasDiskSpace(config.dataFolder),
  })
  running.push({ name, supervised })
  return supervised
}

export function startSupervisedService(
  startup: StudioStartup,
  service: Omit<ServiceOptions, 'log'>,
): Promise<Supervised<RunningService>> {
  const log = openServiceLog(startup, service.name)
  const start = (): Promise<RunningService> =>
    startup.options.printer.runWithProgress(`Starting the ${service.name}`, () => startService({ ...service, log }))
  return startSupervised(startup, service.name, (process) => process.url, start)
}

/** The worker stops first, because it depends on the other two. */
const STOP_ORDER = ['worker', 'server', 'Temporal']

export async function stopAllProcesses({ options, running }: StudioStartup): Promise<void> {
  const inStopOrder = running.toSorted((a, b) => STOP_ORDER.indexOf(a.name) - STOP_ORDER.indexOf(b.name))
  for (const { name, supervised } of inStopOrder)
    await options.printer.runWithProgress(`Stopping ${name === 'Temporal' ? name : `the ${name}`}`, () =>
      supervised.stop(),
    )
}
