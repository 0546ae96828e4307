import { join } from 'node:path'
import { findConfiguredTemporal, readTemporalAddress, chooseTemporalPortFrom } from '../temporal/configured.ts'
import { findTemporal } from '../temporal/find.ts'
import { startTemporalServer, type TemporalServer } from '../temporal/server.ts'
import { startSupervised, openServiceLog, type StudioStartup, type StudioOptions } from './startup.ts'
import type { StudioTemporal } from './environment.ts'
import { choosePort } from './ports.ts'

/**
 * Chooses the port of the Temporal server before anything starts.
 * @returns undefined if none is configured
 * @throws LocalError
 */
export async function chooseTemporalPort({ env, config, useNextFreePort }: StudioOptions): Promise<number | undefined> {
  const configuredPort = config.temporal?.port
  if (readTemporalAddress(env) || configuredPort === undefined) return undefined
  return choosePort('127.0.0.1', configuredPort, 'KITROOM_TEMPORAL_PORT', 'Temporal', useNextFreePort)
}

/**
 * Uses the Temporal server at TEMPORAL_ADDRESS, else starts one.
 * @param port of the server to start; default: 7233 or the next free one
 * @throws LocalError
 */
export async function startStudioTemporal(startup: StudioStartup, port: number | undefined): Promise<StudioTemporal> {
  const { options, env } = startup
  const existing = await findConfiguredTemporal(env)
  if (existing) return { ...existing, isOurs: false }
  const { printer, config, isStopRequested } = options
  const serverOptions = {
    binary: await findTemporal(env, printer, isStopRequested),
    port: port ?? (await chooseTemporalPortFrom(printer)),
    ports: config.temporal ?? {},
    namespace: 'kitroom',
    databaseFile: join(config.dataFolder, 'temporal.db'),
    log: openServiceLog(startup, 'temporal'),
    env,
  }
  const start = (): Promise<TemporalServer> =>
    printer.runWithProgress('Starting Temporal', () => startTemporalServer(serverOptions))
  const { address, namespace } = (
    await startSupervised(startup, 'Temporal', (server) => server.address, start)
  ).current()
  return { address, namespace, isOurs: true }
}
