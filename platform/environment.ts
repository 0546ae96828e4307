import { z } from 'zod'

/** An invalid environment or setting. `message` names each variable and its required form, never its value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Parses the environment with a schema.
 * @throws ConfigError that names every invalid variable but no value, because a value may be secret
 */
export function readEnvironment<T extends z.ZodType>(schema: T, env: Record<string, string | undefined>): z.output<T> {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = schema.safeParse(nonEmpty)
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new ConfigError(`These settings cannot be used:\n${faults.join('\n')}`)
}

export const portSetting = z.coerce
  .number({ message: 'must be a port number, 0 to 65535' })
  .int('must be a port number')
  .min(0)
  .max(65_535)

export const onOffSetting = z.enum(['on', 'off'], { message: 'must be on or off' }).transform((value) => value === 'on')

export const commonSettings = {
  KITROOM_DATA_DIR: z.string().default('.kitroom'),
  KITROOM_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  KITROOM_LOG_FORMAT: z.enum(['json', 'pretty']).default('json'),
}
