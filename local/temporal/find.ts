import { existsSync } from 'node:fs'
import { LocalError, toMessage } from '../errors.ts'
import { acquireLock } from '../lockFile.ts'
import { findOnPath } from '../findOnPath.ts'
import type { ProgressPrinter } from '../progressPrinter.ts'
import { toCachedTemporalPath } from './cache.ts'
import { findBinaryFault } from './checkBinary.ts'
import { buildTemporalWithGo } from './goBuild.ts'
import { downloadWithSdk } from './sdkDownload.ts'

type Environment = Record<string, string | undefined>

const giveUpMessage = (attempts: readonly string[]): string =>
  [
    'Temporal is needed for the sync, and none could be found or fetched. Tried:',
    ...attempts.map((line) => `  - ${line}`),
    'Do one of these:',
    '  - install the Temporal CLI (docs.temporal.io/cli), so that `temporal` is on the PATH',
    '  - install Go 1.25 or newer: Kitroom then builds Temporal by itself, once',
    '  - set TEMPORAL_ADDRESS to a Temporal that runs already, for example 10.0.0.5:7233, and start again',
    'The API alone runs without Temporal: npm run server',
  ].join('\n')

async function findUsable(file: string | undefined, name: string, attempts: string[]): Promise<string | undefined> {
  const fault = file && existsSync(file) ? await findBinaryFault(file) : 'not there'
  if (fault !== undefined) attempts.push(`${name}: ${fault}`)
  return fault === undefined ? file : undefined
}

async function fetchTemporal(
  target: string,
  env: Environment,
  printer: ProgressPrinter,
  attempts: string[],
  isStopRequested: () => boolean,
): Promise<string> {
  const methods: [string, typeof downloadWithSdk][] = [
    ['download by the Temporal SDK', downloadWithSdk],
    ['build with Go', buildTemporalWithGo],
  ]
  for (const [name, fetchBinary] of methods) {
    try {
      await fetchBinary(target, env, printer)
      return target
    } catch (error) {
      if (!(error instanceof LocalError) || isStopRequested()) throw error
      attempts.push(`${name}: ${toMessage(error)}`)
      printer.printLine(`Temporal: ${name} did not work (${toMessage(error)}).`)
    }
  }
  throw new LocalError('no_temporal', giveUpMessage(attempts))
}

/**
 * Finds the Temporal CLI: on the PATH, in the cache, else by fetching it into the cache.
 * @param isStopRequested when true, no other way of fetching is tried
 * @throws LocalError `no_temporal` that lists every attempt and what to do
 */
export async function findTemporal(
  env: Environment,
  printer: ProgressPrinter,
  isStopRequested = (): boolean => false,
): Promise<string> {
  const attempts: string[] = []
  const cachedFile = toCachedTemporalPath(env)
  const existing =
    (await findUsable(findOnPath('temporal', env['PATH']), '`temporal` on the PATH', attempts)) ??
    (await findUsable(cachedFile, 'earlier copy', attempts))
  if (existing) return existing
  const lock = acquireLock(
    `${cachedFile}.lock`,
    'Another Kitroom is fetching Temporal now. Start again when it is done',
  )
  try {
    return await fetchTemporal(cachedFile, env, printer, attempts, isStopRequested)
  } finally {
    lock.release()
  }
}
