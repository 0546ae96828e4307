import { LocalError } from './errors.ts'
import { acceptsConnections, freePortFrom } from './ports.ts'
import type { Say } from './say.ts'
import { findTemporal } from './temporal/find.ts'
import { startTemporalServer, type TemporalServer } from './temporal/server.ts'

const USUAL_PORT = 7233

export interface TemporalOptions {
  env: Record<string, string | undefined>
  say: Say
  /** SQLite file of a server that we start. */
  databaseFile: string
  /** Namespace of a server that we start. */
  namespace: string
  /** Default: 7233. The next free port replaces one in use. */
  port?: number
}

/** `own` is the server that we started; absent with TEMPORAL_ADDRESS. */
export interface ProvidedTemporal {
  address: string
  namespace: string
  own?: TemporalServer
}

/** @throws LocalError `bad_address` */
export function readTemporalAddress(env: Record<string, string | undefined>): { address: string; host: string; port: number } | undefined {
  const address = env['TEMPORAL_ADDRESS']
  if (!address) return undefined
  const [, host = '', port = ''] = /^\[?([^\]]+?)\]?:(\d+)$/.exec(address) ?? []
  if (!host) throw new LocalError('bad_address', 'TEMPORAL_ADDRESS must look like host:port, for example 127.0.0.1:7233.')
  return { address, host, port: Number(port) }
}

/** The Temporal of TEMPORAL_ADDRESS, if set. @throws LocalError when it does not answer */
export async function existingTemporal(env: Record<string, string | undefined>): Promise<ProvidedTemporal | undefined> {
  const named = readTemporalAddress(env)
  if (!named) return undefined
  const { address, host, port } = named
  if (await acceptsConnections(port, host)) return { address, namespace: env['TEMPORAL_NAMESPACE'] || 'default' }
  throw new LocalError(
    'temporal_unreachable',
    `Nobody answers at TEMPORAL_ADDRESS (${address}). Start that Temporal, or unset TEMPORAL_ADDRESS to let Kitroom start its own.`,
  )
}

/** The wanted port, else the next free one, which is reported. */
export async function temporalPort(say: Say, wanted = USUAL_PORT): Promise<number> {
  const port = await freePortFrom(wanted)
  if (port !== wanted) say.line(`Port ${wanted} is in use, so Temporal takes ${port}.`)
  return port
}

/** Provides a Temporal: that of TEMPORAL_ADDRESS, else a child process with a persistent file. @throws LocalError that says what to do */
export async function provideTemporal(options: TemporalOptions): Promise<ProvidedTemporal> {
  const { env, say, databaseFile, namespace } = options
  const existing = await existingTemporal(env)
  if (existing) return existing
  const binary = await findTemporal(env, say)
  const port = await temporalPort(say, options.port)
  const own = await say.during('Starting Temporal', () => startTemporalServer({ binary, port, namespace, databaseFile, env }))
  return { address: own.address, namespace, own }
}
