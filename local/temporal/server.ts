import type { ChildProcess } from 'node:child_process'
import { restrictDatabaseFiles } from '../../platform/privateFiles.ts'
import { describeExit, waitForExit, startChild, stopChild, type ProcessExit } from '../child.ts'
import { LocalError, toMessage } from '../errors.ts'
import { acquireLock, type Lock } from '../lockFile.ts'
import { waitUntilPortFree, waitForPort } from '../ports.ts'
import { endLeftover, recordProcess } from '../processes.ts'
import { collectLastLines } from '../collectLastLines.ts'
import { prepareNamespace } from './namespace.ts'

const START_TIMEOUT_MS = 60_000
const STOP_GRACE_MS = 15_000
const PORT_FREE_TIMEOUT_MS = 2000

export interface TemporalServerOptions {
  binary: string
  port: number
  /** Ports besides the main one. The web UI is served only if `ui` is set. */
  ports?: { ui?: number | undefined; http?: number | undefined; metrics?: number | undefined }
  namespace: string
  /** Persistent SQLite file; created if missing. */
  databaseFile: string
  log?: (line: string) => void
  env: Record<string, string | undefined>
}

export interface TemporalServer {
  address: string
  namespace: string
  pid: number
  /** Resolves when the process has ended for any reason. */
  exited: Promise<ProcessExit>
  stop(): Promise<void>
}

const toPortFlags = (flag: string, port: number | undefined): string[] =>
  port === undefined ? [] : [flag, String(port)]

const buildServerArgs = ({ port, ports = {}, namespace, databaseFile }: TemporalServerOptions): string[] =>
  [
    ['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--namespace', namespace],
    ports.ui === undefined ? ['--headless'] : toPortFlags('--ui-port', ports.ui),
    [...toPortFlags('--http-port', ports.http), ...toPortFlags('--metrics-port', ports.metrics)],
    ['--db-filename', databaseFile, '--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'],
    ['--log-format', 'json', '--log-level', 'warn'],
  ].flat()

async function waitUntilReady(options: TemporalServerOptions, hasEnded: () => boolean): Promise<void> {
  if (!(await waitForPort(options.port, START_TIMEOUT_MS, hasEnded))) throw new Error('its port did not open')
  await prepareNamespace(`127.0.0.1:${options.port}`, options.namespace)
}

function restrictFiles({ databaseFile, log }: TemporalServerOptions): void {
  for (const file of restrictDatabaseFiles(databaseFile))
    log?.(`other users of this machine can read ${file}: restrict it (chmod 600)`)
}

async function launchServer(
  options: TemporalServerOptions,
  lock: Lock,
): Promise<{ child: ChildProcess; exited: Promise<ProcessExit> }> {
  // Temporal must create a missing file itself, because it sets up no tables in an empty one.
  restrictFiles(options)
  const child = startChild(options.binary, buildServerArgs(options), {
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = waitForExit(child)
  const tail = collectLastLines([child.stdout, child.stderr], 5, options.log)
  let exit: ProcessExit | undefined
  void exited.then((value) => (exit = value))
  try {
    if (child.pid !== undefined) lock.recordChild(recordProcess(child.pid))
    await waitUntilReady(options, () => exit !== undefined)
    restrictFiles(options)
    return { child, exited }
  } catch (error) {
    const reason = exit ? `it ${describeExit(exit)}` : toMessage(error)
    await stopChild(child, exited, 1000)
    throw new LocalError(
      'temporal_failed',
      `Temporal did not start: ${reason}. Its last output:\n${tail() || '(none)'}`,
      { cause: error },
    )
  }
}

/**
 * Starts a Temporal server as a child and waits for its namespace. Ends a leftover server first, because two would
 * corrupt the database file.
 * @throws LocalError `locked`, `port_taken`, or `temporal_failed` with the server's last output
 */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const lock = acquireLock(
    `${options.databaseFile}.lock`,
    'Another Kitroom runs on this data folder. Stop it, or set KITROOM_DATA_DIR to another folder',
  )
  try {
    if (lock.leftover) await endLeftover(lock.leftover, STOP_GRACE_MS)
    if (!(await waitUntilPortFree(options.port, PORT_FREE_TIMEOUT_MS)))
      throw new LocalError(
        'port_taken',
        `Port ${options.port} is in use. Stop the program that uses it, or name a Temporal to use in TEMPORAL_ADDRESS.`,
      )
    const { child, exited } = await launchServer(options, lock)
    void exited.then(() => lock.release())
    return {
      address: `127.0.0.1:${options.port}`,
      namespace: options.namespace,
      pid: child.pid ?? 0,
      exited,
      stop: async () => void (await stopChild(child, exited, STOP_GRACE_MS)),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
