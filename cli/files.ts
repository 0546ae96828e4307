import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ConnectionError, ApiError } from '../client/errors.ts'
import { CliError } from './errors.ts'

type Environment = Record<string, string | undefined>

/** Resolves a path as typed: npm runs scripts in the project's folder, INIT_CWD is the user's. */
export const userPath = (env: Environment, file: string): string => resolve(env['INIT_CWD'] || '.', file)

/** Writes a file atomically. @throws CliError when it cannot be written */
export async function writeWhole(path: string, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  const part = `${path}.${process.pid}.part`
  try {
    await pipeline(pieces, createWriteStream(part))
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    if (error instanceof ApiError || error instanceof ConnectionError || error instanceof CliError) throw error
    throw new CliError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)}).`, { cause: error })
  }
}

/** The requested format, else the one of the file's extension. */
export function chooseFormat<T extends string>(formats: readonly T[], asked: string | undefined, file: string | undefined): T | undefined {
  const ending = file === undefined ? undefined : /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase()
  const name = asked ?? ending
  if (name === undefined) return undefined
  const format = formats.find((known) => known === name.toLowerCase())
  if (format) return format
  throw new CliError(`"${name}" is no format that can be written. Give one of: ${formats.join(', ')}.`)
}
