import { say } from '../../contract/sentences/say.ts'
import { channelSecrets } from '../../messages/channels/kinds.ts'
import { ConfigError } from '../../platform/environment.ts'
import { readSecretVariable } from '../../platform/secretFiles.ts'
import { refuse } from '../../sheets/sources/refuse.ts'

/** Secrets of the worker's environment. Each may be in a file. */
export const workerSecrets: readonly string[] = [
  'KITROOM_API_KEY',
  'KITROOM_WEBHOOK_SECRET',
  'KITROOM_ENCRYPTION_KEY',
  'KITROOM_WORKER_DATABASE_URL',
  'TEMPORAL_API_KEY',
  ...channelSecrets,
]

const CHANNEL_SECRET = /^(KITROOM_CHANNEL_(?!ALLOW$)[A-Z0-9_]+?)(?:_FILE)?$/

/**
 * Lists names of secrets that channels may use: environment variables that begin with KITROOM_CHANNEL_, or their files.
 */
export const listChannelSecrets = (env: Record<string, string | undefined>): string[] => [
  ...new Set(Object.keys(env).flatMap((name) => CHANNEL_SECRET.exec(name)?.[1] ?? [])),
]

/**
 * Matches prefixes of variables whose files have another meaning, such as KITROOM_GOOGLE_KEY_FILE. A source must not
 * send those to its address.
 */
const OWN_VARIABLES = /^(?:KITROOM|TEMPORAL|SSL|NODE)_/

/**
 * Reads an environment variable that a source names, or its file. The file is read at each use, so that it can be
 * renewed.
 * @throws SheetRefused if the file cannot be used
 */
export function readSourceSecret(env: Record<string, string | undefined>, name: string): string | undefined {
  try {
    return OWN_VARIABLES.test(name) ? env[name] : readSecretVariable(env, name)
  } catch (error) {
    throw error instanceof ConfigError ? refuse(say('secret_unreadable', { text: error.message })) : error
  }
}
