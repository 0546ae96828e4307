import { ConfigError } from '../../platform/environment.ts'
import { readSecretVariable } from '../../platform/secretFiles.ts'
import { CliError } from '../base/errors.ts'

/**
 * Reads a key or secret from `name`, or from the file that `<name>_FILE` names.
 * @throws CliError if the file cannot be used
 */
export function readSecret(env: Record<string, string | undefined>, name: string): string | undefined {
  try {
    return readSecretVariable(env, name)
  } catch (error) {
    if (error instanceof ConfigError) throw new CliError(error.message, { cause: error })
    throw error
  }
}
