import type { ChannelDeps } from '../../messages/channels/channel.ts'
import { channelSecrets } from '../../messages/channels/kinds.ts'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadClientConnectConfig, type ClientConnectConfig } from '@temporalio/envconfig'
import { z } from 'zod'
import type { GoogleSettings } from '../../activities/google/googleAccounts.ts'
import { configId } from '../../contract/control/configId.ts'
import { MIN_FREE_DISK_MIB } from '../../contract/policies.ts'
import { WorkerFile } from '../../contract/control/workerFile.ts'
import { boxKeysSetting, type BoxKeys } from '../../platform/boxKey.ts'
import { commonSettings, ConfigError, portSetting, readEnvironment } from '../../platform/environment.ts'
import { emptyAllowList, type AllowList } from '../../platform/outbound/allowList.ts'
import { allowListSetting } from '../../platform/outbound/allowListSetting.ts'
import { refuseInterruptedRestore } from '../../platform/interruptedRestore.ts'
import { isWebhookSecret } from '../../platform/webhookSignature.ts'
import { withSecretFiles } from '../../platform/secretFiles.ts'
import type { LogOptions } from '../../platform/log.ts'
import { listChannelSecrets, readSourceSecret, workerSecrets } from './secrets.ts'
import { controlVariables, readRemoteControl, type RemoteControlSettings } from './remoteControl.ts'
import { timeLimitScaleSetting } from '../../platform/timeLimit.ts'
import { withoutSlashesAtEnd } from '../../platform/withoutSlashesAtEnd.ts'

const MAX_SECRETS = 2
const DISK_MESSAGE = 'must be a number of MiB, such as 256'
const SCALE_MESSAGE = 'must be a number from 0.01 to 1'

/** One secret, or two during a rotation. */
const secrets = z
  .string()
  .transform((text) => text.trim().split(/\s+/))
  .refine(
    (list) => list.length <= MAX_SECRETS && list.every(isWebhookSecret),
    'must be one secret of a webhook, which starts with whsec_, or two with a space between them',
  )

/** Base URL of links, without trailing slashes. */
const publicUrl = z
  .url({ protocol: /^https?$/, message: 'must be an address such as https://kitroom.example' })
  .refine((text) => !/[?#@]/.test(text), 'must not hold a user, a query or a fragment')
  .transform(withoutSlashesAtEnd)

const variables = {
  ...commonSettings,
  KITROOM_URL: z
    .url({ protocol: /^https?$/, message: 'must be the address of the API server, such as http://127.0.0.1:4000' })
    .optional(),
  KITROOM_API_KEY: z.string().startsWith('sk_studio_', 'must be an API key, which starts with sk_studio_').optional(),
  KITROOM_WORKER_PORT: portSetting.default(4100),
  ...controlVariables,
  KITROOM_METRICS_HOST: z.string().default('127.0.0.1'),
  KITROOM_WORKER_METRICS_PORT: portSetting.optional(),
  KITROOM_INGRESS_HOST: z.string().default('127.0.0.1'),
  KITROOM_INGRESS_PORT: portSetting.default(4101),
  KITROOM_PUBLIC_URL: publicUrl.optional(),
  KITROOM_WEBHOOK_SECRET: secrets.optional(),
  ...Object.fromEntries(channelSecrets.map((name) => [name, z.string().optional()])),
  KITROOM_INTERVAL_SCALE: z.coerce
    .number({ message: SCALE_MESSAGE })
    .min(0.01, SCALE_MESSAGE)
    .max(1, SCALE_MESSAGE)
    .default(1),
  KITROOM_TIME_LIMIT_SCALE: timeLimitScaleSetting,
  KITROOM_GOOGLE_KEY_FILE: z.string().min(1).optional(),
  // Test servers for Google run on this machine.
  KITROOM_GOOGLE_URL: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }).optional(),
  KITROOM_ENCRYPTION_KEY: boxKeysSetting.optional(),
  KITROOM_SOURCE_ALLOW: allowListSetting.default(emptyAllowList),
  KITROOM_CHANNEL_ALLOW: allowListSetting.default(emptyAllowList),
  KITROOM_MIN_FREE_DISK_MIB: z.coerce
    .number({ message: DISK_MESSAGE })
    .int(DISK_MESSAGE)
    .min(0, DISK_MESSAGE)
    .default(MIN_FREE_DISK_MIB),
  KITROOM_CONFIG: z.string().default('kitroom.yaml'),
  KITROOM_FILES: configId.optional(),
  KITROOM_WORKER_DATABASE_URL: z.string().optional(),
  KITROOM_REPLACED_STATE: z.uuid('must be the id that the worker printed').optional(),
  KITROOM_WORKER_VERSIONS: z.enum(['on', 'off'], 'must be on or off').default('on'),
}

/** Environment of the worker; the Temporal SDK reads its own variables. */
export const WorkerEnvironment = z.object(variables)

export interface WorkerConfig {
  dataDir: string
  /** URL of the API server, without the plane's path. */
  apiUrl: string
  apiKey: string
  port: number
  /** Control plane for other machines; undefined if it is off. */
  remoteControl: RemoteControlSettings | undefined
  ingress: {
    host: string
    port: number
    /** Secrets that verify the signatures of events. Without one, events are refused. */
    secrets: readonly string[]
    trustedProxies: readonly string[]
  }
  /** Address of `/metrics`; undefined if it is off. */
  metrics: { host: string; port: number } | undefined
  /** Base of calendar URLs: the address at which calendar clients reach the ingress. */
  publicUrl: string
  /** Address of links in reminders; undefined without KITROOM_PUBLIC_URL. */
  linkUrl: string | undefined
  /** Passwords and tokens of channels. Keys are the names of their environment variables. */
  channelSecrets: ChannelDeps['secrets']
  /** Addresses that channels may reach besides https on the public internet. */
  channelAllow: AllowList
  google: GoogleSettings
  /** Key for sealing secrets; undefined for the data folder's key. */
  encryptionKeys: BoxKeys | undefined
  /** Addresses that sources may be fetched from besides https on the public internet. */
  sourceAllow: AllowList
  /** Reads an environment variable that a source names. */
  readSecret: (name: string) => string | undefined
  /** Free disk space below which no upload is accepted. */
  minFreeDiskMib: number
  /** Factor of the worker's intervals, at most 1. */
  intervalScale: number
  /** Factor of time limits of calls to the API and Temporal. */
  timeLimitScale: number
  configFile: string
  /** Label of this host's files, for `on:` of a source. */
  filesLabel: string | undefined
  databaseUrl: string
  /** State id of a lost worker's database that this worker's database replaces. */
  replacedStateId: string | undefined
  /** True to use worker deployments if Temporal has them. */
  useVersions: boolean
  log: Omit<LogOptions, 'name'>
  temporal: ClientConnectConfig & { address: string; namespace: string }
}

function readWorkerFile(file: string): WorkerFile | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(`${file} cannot be read; check its permissions.`, { cause: error })
  }
  try {
    const parsedFile = WorkerFile.parse(JSON.parse(text))
    if (parsedFile.webhook && !isWebhookSecret(parsedFile.webhook.secret)) throw new Error('webhook.secret is none')
    return parsedFile
  } catch (error) {
    throw new ConfigError(`${file} must hold JSON like {"url": "http://127.0.0.1:4000", "api_key": "sk_studio_…"}.`, {
      cause: error,
    })
  }
}

function readTemporal(env: Record<string, string | undefined>): WorkerConfig['temporal'] {
  const definedVariables = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const config = loadClientConnectConfig({ overrideEnvVars: definedVariables })
  if (config.connectionOptions.apiKey && config.connectionOptions.tls === false)
    throw new ConfigError('TEMPORAL_TLS=false would send TEMPORAL_API_KEY in clear text. Leave out one of the two.')
  return {
    ...config,
    address: config.connectionOptions.address ?? '127.0.0.1:7233',
    namespace: config.namespace ?? 'default',
  }
}

/**
 * Loads the settings: the environment, then `<data>/worker.json` for the API's URL and key.
 * @throws ConfigError that says what is wrong and what to do
 */
export function loadWorkerConfig(givenEnv: Record<string, string | undefined>): WorkerConfig {
  const ownSecrets = listChannelSecrets(givenEnv)
  const env = withSecretFiles(givenEnv, [...workerSecrets, ...ownSecrets])
  const settings = readEnvironment(WorkerEnvironment, env)
  const dataDir = resolve(settings.KITROOM_DATA_DIR)
  refuseInterruptedRestore(dataDir)
  const file = readWorkerFile(join(dataDir, 'worker.json'))
  const apiKey = settings.KITROOM_API_KEY ?? file?.api_key
  if (apiKey === undefined)
    throw new ConfigError(
      `The worker has no API key. Set KITROOM_API_KEY, or put {"api_key": "sk_studio_…"} into ${join(dataDir, 'worker.json')}.`,
    )
  return {
    dataDir,
    apiUrl: withoutSlashesAtEnd(settings.KITROOM_URL ?? file?.url ?? 'http://127.0.0.1:4000'),
    apiKey,
    port: settings.KITROOM_WORKER_PORT,
    remoteControl: readRemoteControl(settings),
    ingress: {
      host: settings.KITROOM_INGRESS_HOST,
      port: settings.KITROOM_INGRESS_PORT,
      secrets: settings.KITROOM_WEBHOOK_SECRET ?? (file?.webhook ? [file.webhook.secret] : []),
      trustedProxies: settings.KITROOM_TRUSTED_PROXIES,
    },
    metrics:
      settings.KITROOM_WORKER_METRICS_PORT === undefined
        ? undefined
        : { host: settings.KITROOM_METRICS_HOST, port: settings.KITROOM_WORKER_METRICS_PORT },
    publicUrl: settings.KITROOM_PUBLIC_URL ?? `http://127.0.0.1:${settings.KITROOM_INGRESS_PORT}`,
    linkUrl: settings.KITROOM_PUBLIC_URL,
    channelSecrets: Object.fromEntries(
      [...channelSecrets, ...ownSecrets].map((name) => [name, env[name] || undefined]),
    ),
    channelAllow: settings.KITROOM_CHANNEL_ALLOW,
    google: {
      keyFile: settings.KITROOM_GOOGLE_KEY_FILE === undefined ? undefined : resolve(settings.KITROOM_GOOGLE_KEY_FILE),
      rootUrl: settings.KITROOM_GOOGLE_URL,
    },
    encryptionKeys: settings.KITROOM_ENCRYPTION_KEY,
    sourceAllow: settings.KITROOM_SOURCE_ALLOW,
    readSecret: (name) => readSourceSecret(env, name),
    minFreeDiskMib: settings.KITROOM_MIN_FREE_DISK_MIB,
    intervalScale: settings.KITROOM_INTERVAL_SCALE,
    timeLimitScale: settings.KITROOM_TIME_LIMIT_SCALE,
    configFile: resolve(settings.KITROOM_CONFIG),
    filesLabel: settings.KITROOM_FILES,
    databaseUrl: settings.KITROOM_WORKER_DATABASE_URL ?? `sqlite:${join(dataDir, 'worker.db')}`,
    replacedStateId: settings.KITROOM_REPLACED_STATE,
    useVersions: settings.KITROOM_WORKER_VERSIONS === 'on',
    log: { level: settings.KITROOM_LOG_LEVEL, format: settings.KITROOM_LOG_FORMAT },
    temporal: readTemporal(env),
  }
}
