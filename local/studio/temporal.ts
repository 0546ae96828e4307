import { join } from 'node:path'
import { existingTemporal, readTemporalAddress, temporalPort } from '../temporal.ts'
import { findTemporal } from '../temporal/find.ts'
import { startTemporalServer, type TemporalServer } from '../temporal/server.ts'
import { bringUp, logOf, type Building, type StudioOptions } from './bringUp.ts'
import type { StudioTemporal } from './environment.ts'
import { choosePort } from './ports.ts'

/** Checks the configured port of our own Temporal before anything starts. @throws LocalError */
export async function chooseTemporalPort({ env, config, yieldPorts }: StudioOptions): Promise<number | undefined> {
  const wanted = config.temporal?.port
  if (readTemporalAddress(env) || wanted === undefined) return undefined
  return choosePort('127.0.0.1', wanted, 'KITROOM_TEMPORAL_PORT', 'Temporal', yieldPorts)
}

/** Uses the Temporal of TEMPORAL_ADDRESS, else starts our own. @param port of our own; default: 7233 or the next free one @throws LocalError */
export async function bringUpTemporal(building: Building, port: number | undefined): Promise<StudioTemporal> {
  const { options, env } = building
  const existing = await existingTemporal(env)
  if (existing) return { ...existing, isOurs: false }
  const { say, config, stopAsked } = options
  const settings = {
    binary: await findTemporal(env, say, stopAsked),
    port: port ?? (await temporalPort(say)),
    ports: config.temporal ?? {},
    namespace: 'kitroom',
    databaseFile: join(config.dataFolder, 'temporal.db'),
    log: logOf(building, 'temporal'),
    env,
  }
  const start = (): Promise<TemporalServer> => say.during('Starting Temporal', () => startTemporalServer(settings))
  const { address, namespace } = (await bringUp(building, 'Temporal', (server) => server.address, start)).current()
  return { address, namespace, isOurs: true }
}
