import { ConfigError } from '../../platform/environment.ts'
import { LocalError } from '../errors.ts'
import type { ProgressPrinter } from '../progressPrinter.ts'
import { StartCancelled } from './startup.ts'

const EXIT_CANCELLED = 130

const isUsageError = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

const PATH_ERROR_TEXTS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file is in its place',
  ENOENT: 'it is not there and cannot be made',
}

/** Explains a file or folder that cannot be read or written. */
function explainPath(error: unknown): string | undefined {
  const { code = '', path, syscall = '' } = error as NodeJS.ErrnoException
  const reason = path === undefined || syscall.startsWith('spawn') ? undefined : PATH_ERROR_TEXTS[code]
  if (reason === undefined) return undefined
  return `${path} cannot be used: ${reason} (${code}). Kitroom needs a data folder that this user may write; KITROOM_DATA_DIR names another one.`
}

/** Creates the message for an error that people can fix. @returns `undefined` for any other error, which is a defect */
export const explainFault = (error: unknown): string | undefined =>
  error instanceof LocalError || error instanceof ConfigError || isUsageError(error)
    ? error.message
    : explainPath(error)

/** Ignores output errors: a full disk or a closed pipe must not end the process. */
function ignoreOutputFaults(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/**
 * Runs a main function and sets the exit code: its result, 130 when cancelled, 1 with a message for errors that people
 * can fix.
 */
export async function explainAndExit(printer: ProgressPrinter, main: () => Promise<number | void>): Promise<void> {
  ignoreOutputFaults()
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    const text = explainFault(error)
    if (error instanceof StartCancelled) process.exitCode = EXIT_CANCELLED
    else if (text === undefined) throw error
    else {
      printer.printLine(text)
      process.exitCode = 1
    }
  }
}
