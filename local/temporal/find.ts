import { existsSync } from 'node:fs'
import { LocalError, messageOf } from '../errors.ts'
import { acquireLock } from '../lockFile.ts'
import { findOnPath } from '../onPath.ts'
import type { Say } from '../say.ts'
import { cachedTemporal } from './cache.ts'
import { findBinaryFault } from './checkBinary.ts'
import { installByGo } from './goInstall.ts'
import { downloadBySdk } from './sdkDownload.ts'

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

async function fetchTemporal(target: string, env: Environment, say: Say, attempts: string[], isStopRequested: () => boolean): Promise<string> {
  const methods: [string, typeof downloadBySdk][] = [
    ['download by the Temporal SDK', downloadBySdk],
    ['build with Go', installByGo],
  ]
  for (const [name, fetchBinary] of methods) {
    try {
      await fetchBinary(target, env, say)
      return target
    } catch (error) {
      if (!(error instanceof LocalError) || isStopRequested()) throw error
      attempts.push(`${name}: ${messageOf(error)}`)
      say.line(`Temporal: ${name} did not work (${messageOf(error)}).`)
    }
  }
  throw new LocalError('no_temporal', giveUpMessage(attempts))
}

/**
 * Finds the Temporal CLI: on the PATH, in the cache, else fetched into the cache.
 * @param isStopRequested when true, no other way of fetching is tried
 * @throws LocalError `no_temporal` that lists every attempt and what to do
 */
export async function findTemporal(env: Environment, say: Say, isStopRequested = (): boolean => false): Promise<string> {
  const attempts: string[] = []
  const cachedFile = cachedTemporal(env)
  const existing =
    (await findUsable(findOnPath('temporal', env['PATH']), '`temporal` on the PATH', attempts)) ??
    (await findUsable(cachedFile, 'earlier copy', attempts))
  if (existing) return existing
  const lock = acquireLock(`${cachedFile}.lock`, 'Another Kitroom is fetching Temporal now. Start again when it is done')
  try {
    return await fetchTemporal(cachedFile, env, say, attempts, isStopRequested)
  } finally {
    lock.release()
  }
}
