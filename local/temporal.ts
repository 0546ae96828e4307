import { LocalError } from './errors.ts'
import { answers, freePortFrom } from './ports.ts'
import type { Say } from './say.ts'
import { findTemporal } from './temporal/find.ts'
import { startTemporalServer, type TemporalServer } from './temporal/server.ts'

const USUAL_PORT = 7233

export interface TemporalOptions {
  env: Record<string, string | undefined>
  say: Say
  /** SQLite file of a server that we start ourselves. */
  databaseFile: string
  /** Namespace of a server that we start ourselves. */
  namespace: string
  /** Wanted port; the next free one is taken when it is in use. Default 7233. */
  port?: number
}

/** A Temporal to work with; `own` is the server we started, absent when TEMPORAL_ADDRESS names one that is not ours. */
export interface ProvidedTemporal {
  address: string
  namespace: string
  own?: TemporalServer
}

/** What TEMPORAL_ADDRESS says, if it is set. @throws LocalError `bad_address` */
export function readTemporalAddress(env: Record<string, string | undefined>): { address: string; host: string; port: number } | undefined {
  const address = env['TEMPORAL_ADDRESS']
  if (!address) return undefined
  const [, host = '', port = ''] = /^\[?([^\]]+?)\]?:(\d+)$/.exec(address) ?? []
  if (!host) throw new LocalError('bad_address', 'TEMPORAL_ADDRESS must look like host:port, for example 127.0.0.1:7233.')
  return { address, host, port: Number(port) }
}

/**
 * The Temporal that TEMPORAL_ADDRESS names, if it does.
 * @throws LocalError when the address cannot be used or nobody answers there.
 */
export async function existingTemporal(env: Record<string, string | undefined>): Promise<ProvidedTemporal | undefined> {
  const named = readTemporalAddress(env)
  if (!named) return undefined
  const { address, host, port } = named
  if (await answers(port, host)) return { address, namespace: env['TEMPORAL_NAMESPACE'] || 'default' }
  throw new LocalError(
    'temporal_unreachable',
    `Nobody answers at TEMPORAL_ADDRESS (${address}). Start that Temporal, or unset TEMPORAL_ADDRESS to let Kitroom start its own.`,
  )
}

/** The port for a Temporal of our own: the wanted one, else the next free one, which is said. */
export async function temporalPort(say: Say, wanted = USUAL_PORT): Promise<number> {
  const port = await freePortFrom(wanted)
  if (port !== wanted) say.line(`Port ${wanted} is in use, so Temporal takes ${port}.`)
  return port
}

/**
 * Provides a Temporal: the one that TEMPORAL_ADDRESS names, else our own child with a persistent file, found or fetched.
 * @throws LocalError whose message says what to do.
 */
export async function provideTemporal(options: TemporalOptions): Promise<ProvidedTemporal> {
  const { env, say, databaseFile, namespace } = options
  const existing = await existingTemporal(env)
  if (existing) return existing
  const binary = await findTemporal(env, say)
  const port = await temporalPort(say, options.port)
  const own = await say.during('Starting Temporal', () => startTemporalServer({ binary, port, namespace, databaseFile, env }))
  return { address: own.address, namespace, own }
}
