import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { CliError } from './errors.ts'

type Environment = Record<string, string | undefined>

/** Resolves a path against the user's folder: npm changes to the project's folder and stores the user's in INIT_CWD. */
export const resolveUserPath = (env: Environment, file: string): string => resolve(env['INIT_CWD'] || '.', file)

/** Writes a file atomically. @throws CliError when it cannot be written */
export async function writeAtomically(path: string, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  const temporaryPath = `${path}.${process.pid}.part`
  try {
    await pipeline(chunks, createWriteStream(temporaryPath))
    renameSync(temporaryPath, path)
  } catch (error) {
    rmSync(temporaryPath, { force: true })
    if (error instanceof ApiError || error instanceof ConnectionError || error instanceof CliError) throw error
    throw new CliError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)}).`, {
      cause: error,
    })
  }
}

/** Returns the requested format, else the format of the file's extension. @throws CliError for an unknown format */
export function chooseFormat<T extends string>(
  formats: readonly T[],
  requested: string | undefined,
  file: string | undefined,
): T | undefined {
  const extension = file === undefined ? undefined : /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase()
  const name = requested ?? extension
  if (name === undefined) return undefined
  const format = formats.find((known) => known === name.toLowerCase())
  if (format) return format
  throw new CliError(`"${name}" is no format that can be written. Give one of: ${formats.join(', ')}.`)
}
