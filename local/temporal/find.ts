import { existsSync } from 'node:fs'
import { LocalError, messageOf } from '../errors.ts'
import { acquireLock } from '../lockFile.ts'
import { findOnPath } from '../onPath.ts'
import type { Say } from '../say.ts'
import { cachedTemporal } from './cache.ts'
import { faultOfBinary } from './checkBinary.ts'
import { installByGo } from './goInstall.ts'
import { downloadBySdk } from './sdkDownload.ts'

type Environment = Record<string, string | undefined>

const giveUpMessage = (tried: readonly string[]): string =>
  [
    'Temporal is needed for the sync, and none could be found or fetched. Tried:',
    ...tried.map((line) => `  - ${line}`),
    'Do one of these:',
    '  - install the Temporal CLI (docs.temporal.io/cli), so that `temporal` is on the PATH',
    '  - install Go 1.25 or newer: Kitroom then builds Temporal by itself, once',
    '  - set TEMPORAL_ADDRESS to a Temporal that runs already, for example 10.0.0.5:7233, and start again',
    'The API alone runs without Temporal: npm run server',
  ].join('\n')

async function usable(file: string | undefined, name: string, tried: string[]): Promise<string | undefined> {
  const fault = file && existsSync(file) ? await faultOfBinary(file) : 'not there'
  if (fault !== undefined) tried.push(`${name}: ${fault}`)
  return fault === undefined ? file : undefined
}

async function fetchTemporal(target: string, env: Environment, say: Say, tried: string[], stopAsked: () => boolean): Promise<string> {
  const ways: [string, typeof downloadBySdk][] = [
    ['download by the Temporal SDK', downloadBySdk],
    ['build with Go', installByGo],
  ]
  for (const [name, fetchBinary] of ways) {
    try {
      await fetchBinary(target, env, say)
      return target
    } catch (error) {
      if (!(error instanceof LocalError) || stopAsked()) throw error
      tried.push(`${name}: ${messageOf(error)}`)
      say.line(`Temporal: ${name} did not work (${messageOf(error)}).`)
    }
  }
  throw new LocalError('no_temporal', giveUpMessage(tried))
}

/**
 * Finds the Temporal CLI: on the PATH, in the cache, else fetched into the cache.
 * @param stopAsked true skips further ways of fetching
 * @throws LocalError `no_temporal` that lists every attempt and what to do
 */
export async function findTemporal(env: Environment, say: Say, stopAsked = (): boolean => false): Promise<string> {
  const tried: string[] = []
  const target = cachedTemporal(env)
  const found = (await usable(findOnPath('temporal', env['PATH']), '`temporal` on the PATH', tried)) ?? (await usable(target, 'earlier copy', tried))
  if (found) return found
  const lock = acquireLock(`${target}.lock`, 'Another Kitroom is fetching Temporal now. Start again when it is done')
  try {
    return await fetchTemporal(target, env, say, tried, stopAsked)
  } finally {
    lock.release()
  }
}
