import { resolve } from 'node:path'
import { z } from 'zod'
import { commonSettings, port, readEnvironment } from '../platform/environment.ts'

const LocalEnvironment = z.object({
  ...commonSettings,
  KITROOM_HOST: z.string().default('127.0.0.1'),
  KITROOM_PORT: port.default(4000),
  KITROOM_WORKER_PORT: port.default(4100),
  KITROOM_INGRESS_HOST: z.string().default('127.0.0.1'),
  KITROOM_INGRESS_PORT: port.default(4101),
})

export interface LocalConfig {
  dataFolder: string
  /** Address that the server listens on. */
  host: string
  serverPort: number
  workerPort: number
  /** Address that the worker takes events on. */
  ingressHost: string
  ingressPort: number
}

/** Settings of `npm start` and the demo. @throws ConfigError */
export function readConfig(env: Record<string, string | undefined>): LocalConfig {
  const settings = readEnvironment(LocalEnvironment, env)
  return {
    dataFolder: resolve(settings.KITROOM_DATA_DIR),
    host: settings.KITROOM_HOST,
    serverPort: settings.KITROOM_PORT,
    workerPort: settings.KITROOM_WORKER_PORT,
    ingressHost: settings.KITROOM_INGRESS_HOST,
    ingressPort: settings.KITROOM_INGRESS_PORT,
  }
}
