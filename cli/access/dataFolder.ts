import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { CliError } from '../base/errors.ts'

type Environment = Record<string, string | undefined>

export const findDataFolder = (env: Environment): string => resolve(env['KITROOM_DATA_DIR'] || '.kitroom')

/**
 * Reads a file with a URL and its token from the data folder; `undefined` if it is missing.
 * @throws CliError if it cannot be used
 */
export function readAccessFile<T extends z.ZodType>(
  env: Environment,
  name: string,
  schema: T,
): z.output<T> | undefined {
  const file = join(findDataFolder(env), name)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new CliError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, { cause: error })
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new CliError(`${file} is damaged. Stop Kitroom, delete the file, and start again with: npm start`, {
      cause: error,
    })
  }
}
