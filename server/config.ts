import { join } from 'node:path'
import { z } from 'zod'
import { commonSettings, onOff, port, readEnvironment } from '../platform/environment.ts'
import { refuseHalfRestored } from '../platform/halfRestored.ts'

/** Environment of the API server. */
export const ServerEnvironment = z.object({
  ...commonSettings,
  KITROOM_HOST: z.string().default('127.0.0.1'),
  KITROOM_PORT: port.default(4000),
  KITROOM_DATABASE_URL: z.string().optional(),
  KITROOM_AUDIT_READS: onOff.default(true),
})

export interface ServerConfig {
  host: string
  port: number
  databaseUrl: string
  auditReads: boolean
  logLevel: string
  logFormat: 'json' | 'pretty'
}

/** Reads the server's settings. @throws ConfigError */
export function readConfig(env: Record<string, string | undefined>): ServerConfig {
  const settings = readEnvironment(ServerEnvironment, env)
  refuseHalfRestored(settings.KITROOM_DATA_DIR)
  return {
    host: settings.KITROOM_HOST,
    port: settings.KITROOM_PORT,
    databaseUrl: settings.KITROOM_DATABASE_URL ?? `sqlite:${join(settings.KITROOM_DATA_DIR, 'kitroom.db')}`,
    auditReads: settings.KITROOM_AUDIT_READS,
    logLevel: settings.KITROOM_LOG_LEVEL,
    logFormat: settings.KITROOM_LOG_FORMAT,
  }
}
