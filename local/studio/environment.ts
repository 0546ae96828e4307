import { join } from 'node:path'

type Environment = Record<string, string | undefined>

// The supervisor waits for lines of level info, so a quieter level is not passed on.
const level = (wanted: string | undefined): string => (wanted === 'trace' || wanted === 'debug' ? wanted : 'info')

const without = (env: Environment, unwanted: (name: string) => boolean): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !unwanted(name)))

const TERMINAL_ONLY: ReadonlySet<string> = new Set(['KITROOM_URL', 'KITROOM_API_KEY', 'KITROOM_OWNER_KEY', 'KITROOM_WEBHOOK_SECRET'])

/** What every process of the studio gets: ours, minus keys that are meant for the person at the terminal. */
export const studioEnvironment = (env: Environment, dataFolder: string): Environment => ({
  ...without(env, (name) => TERMINAL_ONLY.has(name)),
  KITROOM_DATA_DIR: dataFolder,
  KITROOM_LOG_FORMAT: 'json',
  KITROOM_LOG_LEVEL: level(env['KITROOM_LOG_LEVEL']),
})

export interface StudioTemporal {
  address: string
  namespace: string
  /** Whether we started it. */
  isOurs: boolean
}

/** How the worker reaches Temporal. For a server of our own no other setting may interfere, such as a cloud profile of the user's. */
export function temporalEnvironment(env: Environment, dataFolder: string, temporal: StudioTemporal): Environment {
  if (!temporal.isOurs) return env
  return {
    ...without(env, (name) => name.startsWith('TEMPORAL_')),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    // A file that is not there: the SDK then looks at nothing but these variables.
    TEMPORAL_CONFIG_FILE: join(dataFolder, 'temporal.toml'),
  }
}
