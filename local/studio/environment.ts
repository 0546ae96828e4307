import { join } from 'node:path'

type Environment = Record<string, string | undefined>

// The supervisor reads log lines of level info, so quieter levels are not passed on.
const toLogLevel = (requested: string | undefined): string =>
  requested === 'trace' || requested === 'debug' ? requested : 'info'

const omitVariables = (env: Environment, isUnwanted: (name: string) => boolean): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !isUnwanted(name)))

const TERMINAL_KEYS = ['KITROOM_API_KEY', 'KITROOM_OWNER_KEY', 'KITROOM_WEBHOOK_SECRET']
const TERMINAL_ONLY: ReadonlySet<string> = new Set([
  'KITROOM_URL',
  ...TERMINAL_KEYS,
  ...TERMINAL_KEYS.map((name) => `${name}_FILE`),
])

/** Builds the environment of the studio's processes, without keys for the command line. */
export const buildStudioEnvironment = (env: Environment, dataFolder: string): Environment => ({
  ...omitVariables(env, (name) => TERMINAL_ONLY.has(name)),
  KITROOM_DATA_DIR: dataFolder,
  KITROOM_LOG_FORMAT: 'json',
  KITROOM_LOG_LEVEL: toLogLevel(env['KITROOM_LOG_LEVEL']),
})

export interface StudioTemporal {
  address: string
  namespace: string
  /** True if Kitroom started it. */
  isOurs: boolean
}

/**
 * Builds the worker's settings for Temporal. If Kitroom started the server, it omits the user's other settings, such as
 * a cloud profile.
 */
export function buildTemporalEnvironment(env: Environment, dataFolder: string, temporal: StudioTemporal): Environment {
  if (!temporal.isOurs) return env
  return {
    ...omitVariables(env, (name) => name.startsWith('TEMPORAL_')),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    // This file does not exist, so the SDK uses only these variables.
    TEMPORAL_CONFIG_FILE: join(dataFolder, 'temporal.toml'),
  }
}
