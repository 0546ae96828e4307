import { join } from 'node:path'
import { z } from 'zod'
import { EVENT_RETENTION_DAYS, MAX_REPLAY_DAYS } from '../../contract/policies.ts'
import { boxKeysSetting, type BoxKeys } from '../../platform/boxKey.ts'
import { commonSettings, onOffSetting, portSetting, readEnvironment } from '../../platform/environment.ts'
import { refuseInterruptedRestore } from '../../platform/interruptedRestore.ts'
import { listSetting, networksSetting } from '../../platform/http/listSetting.ts'
import { emptyAllowList, type AllowList } from '../../platform/outbound/allowList.ts'
import { allowListSetting } from '../../platform/outbound/allowListSetting.ts'
import { withSecretFiles } from '../../platform/secretFiles.ts'
import { addPasswordFile } from '../../platform/sql/passwordFile.ts'
import { DEFAULT_AUDIT_LIMITS, type AuditLimits } from '../audit/prune.ts'
import { timeLimitScaleSetting } from '../../platform/timeLimit.ts'

const isOrigin = (entry: string): boolean =>
  /^https?:/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry

const origins = listSetting(
  isOrigin,
  'must be origins such as https://studio.example, with commas between them; * is not taken',
)
const workerUrl = z.string().refine(isOrigin, 'must be an address without a path, such as http://127.0.0.1:4100')
const delayMs = z.coerce.number().int().min(0).max(600_000)
const days = z.coerce.number().int().min(1).max(36_500)
/** Events are stored at least as long as the maximum age of replayed events. */
const eventDays = z.coerce.number().int().min(MAX_REPLAY_DAYS).max(36_500)
const auditBytes = z.coerce
  .number()
  .int()
  .min(1024 * 1024)
  .max(2 ** 50)

export const ServerEnvironment = z.object({
  ...commonSettings,
  KITROOM_HOST: z.string().default('127.0.0.1'),
  KITROOM_PORT: portSetting.default(4000),
  KITROOM_DATABASE_URL: z.string().optional(),
  KITROOM_DATABASE_PASSWORD_FILE: z.string().optional(),
  KITROOM_AUDIT_READS: onOffSetting.default(true),
  KITROOM_AUDIT_DAYS: days.default(DEFAULT_AUDIT_LIMITS.days),
  KITROOM_AUDIT_MAX_BYTES: auditBytes.default(DEFAULT_AUDIT_LIMITS.maxBytes),
  KITROOM_EVENT_DAYS: eventDays.default(EVENT_RETENTION_DAYS),
  KITROOM_RATE_LIMIT: onOffSetting.default(true),
  KITROOM_CORS_ORIGINS: origins.default([]),
  KITROOM_TRUSTED_PROXIES: networksSetting.default([]),
  KITROOM_WORKER_URL: workerUrl.optional(),
  KITROOM_CONSOLE_HTTP_CLIENTS: networksSetting.default([]),
  KITROOM_WEBHOOK_ALLOW: allowListSetting.default(emptyAllowList),
  KITROOM_METRICS_HOST: z.string().default('127.0.0.1'),
  KITROOM_METRICS_PORT: portSetting.optional(),
  KITROOM_DRAIN_DELAY_MS: delayMs.default(0),
  KITROOM_TIME_LIMIT_SCALE: timeLimitScaleSetting,
  KITROOM_ENCRYPTION_KEY: boxKeysSetting.optional(),
})

export interface ServerConfig {
  host: string
  port: number
  dataDir: string
  databaseUrl: string
  auditReads: boolean
  auditLimits: AuditLimits
  eventDays: number
  rateLimit: boolean
  corsOrigins: string[]
  trustedProxies: string[]
  webhookAllow: AllowList
  /** Networks, besides loopback, from which the console may be used over plain http. */
  consoleHttpClients: string[]
  /** Address of the worker's control plane, without a path; `undefined` if there is no worker. */
  workerUrl: string | undefined
  /** Address of the metrics; `undefined` if they are off. */
  metrics: { host: string; port: number } | undefined
  /** Time for which requests are accepted after SIGTERM, while /readyz already fails. */
  drainDelayMs: number
  /** Factor of the time limits of calls to the worker. */
  timeLimitScale: number
  /** Key for sealing secrets, shared by all servers of a database; `undefined`: the data folder's key. */
  encryptionKeys: BoxKeys | undefined
  logLevel: string
  logFormat: 'json' | 'pretty'
}

export function readConfig(env: Record<string, string | undefined>): ServerConfig {
  const settings = readEnvironment(
    ServerEnvironment,
    withSecretFiles(env, ['KITROOM_DATABASE_URL', 'KITROOM_ENCRYPTION_KEY']),
  )
  refuseInterruptedRestore(settings.KITROOM_DATA_DIR)
  return {
    host: settings.KITROOM_HOST,
    port: settings.KITROOM_PORT,
    dataDir: settings.KITROOM_DATA_DIR,
    databaseUrl: addPasswordFile(
      settings.KITROOM_DATABASE_URL ?? `sqlite:${join(settings.KITROOM_DATA_DIR, 'kitroom.db')}`,
      settings.KITROOM_DATABASE_PASSWORD_FILE,
    ),
    auditReads: settings.KITROOM_AUDIT_READS,
    auditLimits: {
      ...DEFAULT_AUDIT_LIMITS,
      days: settings.KITROOM_AUDIT_DAYS,
      maxBytes: settings.KITROOM_AUDIT_MAX_BYTES,
    },
    eventDays: settings.KITROOM_EVENT_DAYS,
    rateLimit: settings.KITROOM_RATE_LIMIT,
    corsOrigins: settings.KITROOM_CORS_ORIGINS,
    trustedProxies: settings.KITROOM_TRUSTED_PROXIES,
    workerUrl: settings.KITROOM_WORKER_URL,
    consoleHttpClients: settings.KITROOM_CONSOLE_HTTP_CLIENTS,
    webhookAllow: settings.KITROOM_WEBHOOK_ALLOW,
    metrics:
      settings.KITROOM_METRICS_PORT === undefined
        ? undefined
        : { host: settings.KITROOM_METRICS_HOST, port: settings.KITROOM_METRICS_PORT },
    drainDelayMs: settings.KITROOM_DRAIN_DELAY_MS,
    timeLimitScale: settings.KITROOM_TIME_LIMIT_SCALE,
    encryptionKeys: settings.KITROOM_ENCRYPTION_KEY,
    logLevel: settings.KITROOM_LOG_LEVEL,
    logFormat: settings.KITROOM_LOG_FORMAT,
  }
}
