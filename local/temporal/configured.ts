import { LocalError } from '../errors.ts'
import { acceptsConnections, findFreePortFrom } from '../ports.ts'
import type { ProgressPrinter } from '../progressPrinter.ts'
import { findTemporal } from './find.ts'
import { startTemporalServer, type TemporalServer } from './server.ts'

const DEFAULT_PORT = 7233

export interface TemporalOptions {
  env: Record<string, string | undefined>
  printer: ProgressPrinter
  /** SQLite file of a server that Kitroom starts. */
  databaseFile: string
  /** Namespace of a server that Kitroom starts. */
  namespace: string
  /** Port of a server that Kitroom starts. Default: 7233. If it is in use, the next free port is used. */
  port?: number
}

/** A Temporal server. `own` is the process that Kitroom started; absent with TEMPORAL_ADDRESS. */
export interface ProvidedTemporal {
  address: string
  namespace: string
  own?: TemporalServer
}

/** @throws LocalError `bad_address` */
export function readTemporalAddress(
  env: Record<string, string | undefined>,
): { address: string; host: string; port: number } | undefined {
  const address = env['TEMPORAL_ADDRESS']
  if (!address) return undefined
  const [, host = '', port = ''] = /^\[?([^\]]+?)\]?:(\d+)$/.exec(address) ?? []
  if (!host)
    throw new LocalError('bad_address', 'TEMPORAL_ADDRESS must look like host:port, for example 127.0.0.1:7233.')
  return { address, host, port: Number(port) }
}

/** Finds the Temporal server at TEMPORAL_ADDRESS, if that is set. @throws LocalError if it does not answer */
export async function findConfiguredTemporal(
  env: Record<string, string | undefined>,
): Promise<ProvidedTemporal | undefined> {
  const configured = readTemporalAddress(env)
  if (!configured) return undefined
  const { address, host, port } = configured
  if (await acceptsConnections(port, host)) return { address, namespace: env['TEMPORAL_NAMESPACE'] || 'default' }
  throw new LocalError(
    'temporal_unreachable',
    `Nobody answers at TEMPORAL_ADDRESS (${address}). Start that Temporal, or unset TEMPORAL_ADDRESS to let Kitroom start its own.`,
  )
}

/** Returns the wanted port if it is free, else reports and returns the next free one. */
export async function chooseTemporalPortFrom(printer: ProgressPrinter, wanted = DEFAULT_PORT): Promise<number> {
  const port = await findFreePortFrom(wanted)
  if (port !== wanted) printer.printLine(`Port ${wanted} is in use, so Temporal takes ${port}.`)
  return port
}

/**
 * Provides a Temporal server: the one at TEMPORAL_ADDRESS, else a child process with a persistent file.
 * @throws LocalError that says what to do
 */
export async function provideTemporal(options: TemporalOptions): Promise<ProvidedTemporal> {
  const { env, printer, databaseFile, namespace } = options
  const existing = await findConfiguredTemporal(env)
  if (existing) return existing
  const binary = await findTemporal(env, printer)
  const port = await chooseTemporalPortFrom(printer, options.port)
  const server = await printer.runWithProgress('Starting Temporal', () =>
    startTemporalServer({ binary, port, namespace, databaseFile, env }),
  )
  return { address: server.address, namespace, own: server }
}
