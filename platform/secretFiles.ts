import { readFileSync } from 'node:fs'
import { ConfigError } from './environment.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Larger than any key or password. */
const MAX_BYTES = 64 * 1024

/** Returns the name of the variable with the path of a file that holds a secret. */
const toFileVariable = (name: string): string => `${name}_FILE`

function readSecretFile(variable: string, path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(
      `The file that ${variable} names cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      { cause: error },
    )
  }
  // Editors and secret stores end a file with a line break.
  const secret = text.replace(/[\r\n]+$/, '')
  if (secret === '' || secret.length > MAX_BYTES)
    throw new ConfigError(`The file that ${variable} names is empty or too large.`)
  return secret
}

/**
 * Reads a secret of the environment: the variable itself, or the content of the file that `<name>_FILE` names, without
 * line breaks at its end.
 * @throws ConfigError that names the variable but no value, when both are set or the file cannot be used
 */
export function readSecretVariable(env: Environment, name: string): string | undefined {
  const variable = toFileVariable(name)
  const [given, path] = [env[name] || undefined, env[variable] || undefined]
  if (path === undefined) return given
  if (given !== undefined) throw new ConfigError(`Set ${name} or ${variable}, not both.`)
  return readSecretFile(variable, path)
}

/** Returns an environment with the given secrets read from their files. @throws ConfigError as `readSecretVariable` */
export const withSecretFiles = (env: Environment, names: readonly string[]): Record<string, string | undefined> => ({
  ...env,
  ...Object.fromEntries(names.map((name) => [name, readSecretVariable(env, name)])),
})
