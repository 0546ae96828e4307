import { resolve } from 'node:path'
import { z } from 'zod'
import { commonSettings, portSetting, readEnvironment } from '../platform/environment.ts'
import { timeLimitScaleSetting } from '../platform/timeLimit.ts'

/** 0 is refused: the Temporal CLI chooses a port only if the flag is absent. */
const nonZeroPort = portSetting.refine((value) => value > 0, 'must be a port number, 1 to 65535')

const LocalEnvironment = z.object({
  ...commonSettings,
  KITROOM_TIME_LIMIT_SCALE: timeLimitScaleSetting,
  KITROOM_HOST: z.string().default('127.0.0.1'),
  KITROOM_PORT: portSetting.default(4000),
  KITROOM_WORKER_PORT: portSetting.default(4100),
  KITROOM_INGRESS_HOST: z.string().default('127.0.0.1'),
  KITROOM_INGRESS_PORT: portSetting.default(4101),
  KITROOM_TEMPORAL_PORT: portSetting.optional(),
  KITROOM_TEMPORAL_UI_PORT: nonZeroPort.optional(),
  KITROOM_TEMPORAL_HTTP_PORT: nonZeroPort.optional(),
  KITROOM_TEMPORAL_METRICS_PORT: nonZeroPort.optional(),
})

export interface LocalConfig {
  dataFolder: string
  /** Factor of the time limits of calls to the server and the worker. */
  timeLimitScale: number
  host: string
  serverPort: number
  workerPort: number
  ingressHost: string
  ingressPort: number
  /** Ports of the Temporal server that Kitroom starts. Missing ones are chosen automatically. */
  temporal?: TemporalPorts
}

interface TemporalPorts {
  /** Port of the server. 0: any free port. Absent: 7233, or the next free port. */
  port?: number | undefined
  /** Port of the web UI. Absent: no web UI. */
  ui?: number | undefined
  http?: number | undefined
  metrics?: number | undefined
}

/** @throws ConfigError */
export function readConfig(env: Record<string, string | undefined>): LocalConfig {
  const settings = readEnvironment(LocalEnvironment, env)
  return {
    dataFolder: resolve(settings.KITROOM_DATA_DIR),
    timeLimitScale: settings.KITROOM_TIME_LIMIT_SCALE,
    host: settings.KITROOM_HOST,
    serverPort: settings.KITROOM_PORT,
    workerPort: settings.KITROOM_WORKER_PORT,
    ingressHost: settings.KITROOM_INGRESS_HOST,
    ingressPort: settings.KITROOM_INGRESS_PORT,
    temporal: {
      port: settings.KITROOM_TEMPORAL_PORT,
      ui: settings.KITROOM_TEMPORAL_UI_PORT,
      http: settings.KITROOM_TEMPORAL_HTTP_PORT,
      metrics: settings.KITROOM_TEMPORAL_METRICS_PORT,
    },
  }
}
