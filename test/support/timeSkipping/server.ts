import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { TestWorkflowEnvironment } from '@temporalio/testing'
import { findOnPath } from '../../../local/findOnPath.ts'
import { findCacheFolder } from '../../../local/temporal/cache.ts'
import { startTimeSkipping, type TimeSkipping } from './start.ts'

const pom = fileURLToPath(new URL('pom.xml', import.meta.url))
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies'

/** A machine without a network skips the tests that need the server, instead of waiting. */
const FETCH_TIMEOUT_MS = 60_000

const run = promisify(execFile)
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''

// `exec` lets Java replace the script, so that a kill reaches it. setpriv ends it with the tests, however they end.
const script = (folder: string): string =>
  `#!/bin/sh
set -- java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '${folder}/jars/*' io.temporal.testserver.TestServer "$@"
command -v setpriv >/dev/null && exec setpriv --pdeathsig KILL "$@"
exec "$@"
`

/** Fetches the server with Maven into Kitroom's cache folder, once per machine. @returns the script that starts it */
async function fetchServer(): Promise<string> {
  if (process.platform === 'win32') throw new Error('the script that starts it is for a POSIX shell')
  for (const command of ['java', 'mvn'])
    if (!findOnPath(command, process.env['PATH'])) throw new Error(`there is no ${command} on the PATH`)
  const cache = findCacheFolder(process.env)
  const folder = join(cache, 'temporal-test-server-1.38.0')
  const starter = join(folder, 'start')
  if (existsSync(starter)) return starter
  mkdirSync(cache, { recursive: true })
  const part = mkdtempSync(`${folder}.part-`)
  try {
    await run('mvn', ['-q', '-B', '-f', pom, COPY, `-DoutputDirectory=${join(part, 'jars')}`], {
      timeout: FETCH_TIMEOUT_MS,
    })
    writeFileSync(join(part, 'start'), script(folder), { mode: 0o755 })
    renameSync(part, folder)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    // Another process may have fetched it first.
    if (!existsSync(starter)) throw error
  }
  return starter
}

const tooLong = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`it took longer than ${FETCH_TIMEOUT_MS / 1000} s`)), FETCH_TIMEOUT_MS).unref()
  })

export type OpenTimeSkipping = () => Promise<TimeSkipping>

/** Finds a Temporal that skips time: from Maven, else from the SDK. @returns how to start one, or why there is none */
export async function findTimeSkipping(): Promise<
  { open: OpenTimeSkipping; missing?: undefined } | { open?: undefined; missing: string }
> {
  const triedSources: string[] = []
  try {
    const starter = await fetchServer()
    return { open: () => startTimeSkipping(starter) }
  } catch (error) {
    triedSources.push(`with Maven: ${reasonOf(error)}`)
  }
  try {
    const environment = await Promise.race([TestWorkflowEnvironment.createTimeSkipping(), tooLong()])
    await environment.teardown()
    return { open: () => TestWorkflowEnvironment.createTimeSkipping() }
  } catch (error) {
    triedSources.push(`the SDK's own download: ${reasonOf(error)}`)
  }
  return { missing: triedSources.join('; ') }
}
