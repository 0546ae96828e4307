import { resolve } from 'node:path'
import { z } from 'zod'
import { commonSettings, port, readEnvironment } from '../platform/environment.ts'

const LocalEnvironment = z.object({ ...commonSettings, KITROOM_PORT: port.default(4000), KITROOM_WORKER_PORT: port.default(4100) })

export interface LocalConfig {
  dataFolder: string
  serverPort: number
  workerPort: number
}

/** Settings of `npm start` and the demo. @throws ConfigError */
export function readConfig(env: Record<string, string | undefined>): LocalConfig {
  const settings = readEnvironment(LocalEnvironment, env)
  return { dataFolder: resolve(settings.KITROOM_DATA_DIR), serverPort: settings.KITROOM_PORT, workerPort: settings.KITROOM_WORKER_PORT }
}
