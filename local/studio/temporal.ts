import { join } from 'node:path'
import { existingTemporal, temporalPort } from '../temporal.ts'
import { findTemporal } from '../temporal/find.ts'
import { startTemporalServer, type TemporalServer } from '../temporal/server.ts'
import { bringUp, logOf, type Building } from './bringUp.ts'
import type { StudioTemporal } from './environment.ts'
import { choosePort } from './ports.ts'

async function chooseTemporalPort({ options }: Building): Promise<number> {
  const wanted = options.config.temporal?.port
  if (wanted === undefined) return temporalPort(options.say)
  return choosePort('127.0.0.1', wanted, 'KITROOM_TEMPORAL_PORT', 'Temporal', options.yieldPorts)
}

/** The Temporal that TEMPORAL_ADDRESS names, else one of our own, found or fetched. @throws LocalError */
export async function bringUpTemporal(building: Building): Promise<StudioTemporal> {
  const { options, env } = building
  const existing = await existingTemporal(env)
  if (existing) return { ...existing, isOurs: false }
  const { say, config, stopAsked } = options
  const settings = {
    binary: await findTemporal(env, say, stopAsked),
    port: await chooseTemporalPort(building),
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
