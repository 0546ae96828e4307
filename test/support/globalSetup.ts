import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findFreePort } from '../../local/ports.ts'
import { createProgressPrinter } from '../../local/progressPrinter.ts'
import { provideTemporal } from '../../local/temporal/configured.ts'
import { systemClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { setTimeLimitScale } from '../../platform/timeLimit.ts'
import { openApiDatabase } from '../../server/db/open.ts'
import { prepareBundle } from './bundle.ts'
import { preparePrograms } from './bundlePrograms.ts'
import { startPgbouncer } from './pgbouncer.ts'
import { startPostgres } from './postgresServer.ts'
import { runAdminStatement, TEMPLATE_DATABASE, wantsPostgres } from './testDatabase.ts'
import { STRETCHED_SCALE } from './timeLimits.ts'

/**
 * Starts one PostgreSQL with the template database for the whole run.
 * @throws what to install when it is missing and not switched off
 */
async function providePostgres(): Promise<() => Promise<void>> {
  if (!wantsPostgres) {
    console.log(
      'PostgreSQL is switched off by KITROOM_TEST_POSTGRES=off: what needs it is skipped, the API is tested on SQLite alone.',
    )
    return async () => undefined
  }
  const server = await startPostgres({ relaxed: true })
  process.env['KITROOM_TEST_POSTGRES_URL'] = server.url
  await runAdminStatement(`create database ${TEMPLATE_DATABASE}`)
  const template = await openApiDatabase(server.urlOf(TEMPLATE_DATABASE), systemClock, createSilentLog())
  await template.close()
  if (process.env['KITROOM_TEST_POOLED'] !== 'on') return () => server.remove()
  const pooler = await startPgbouncer(server.url, {
    settings: {
      pool_mode: 'transaction',
      max_prepared_statements: '200',
      max_client_conn: '1000',
      server_login_retry: '1',
    },
  })
  process.env['KITROOM_TEST_POOLER_URL'] = pooler.url
  return async () => {
    await pooler[Symbol.asyncDispose]()
    await server.remove()
  }
}

/**
 * Starts one PostgreSQL and one Temporal for the whole run. Temporal is found or downloaded as in `npm start`.
 * @returns the teardown
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removePostgres = await providePostgres()
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-test-'))
  process.env['KITROOM_TEST_RUN_FOLDER'] = folder
  setTimeLimitScale(STRETCHED_SCALE)
  await prepareBundle()
  await preparePrograms()
  const temporal = await provideTemporal({
    // Fewer collections of garbage, for more memory.
    env: { GOGC: '400', ...process.env },
    printer: createProgressPrinter(),
    databaseFile: join(folder, 'temporal.db'),
    namespace: 'default',
    port: await findFreePort(),
  })
  project.provide('temporalAddress', temporal.address)
  project.provide('temporalNamespace', temporal.namespace)
  return async () => {
    await removePostgres()
    await temporal.own?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
