import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from '../../client/errors.ts'
import type { Run } from '../../contract/control/control.ts'
import { emptyDatabaseUrl, hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { testTemporal } from '../support/temporal.ts'
import { startProcess } from './support/process.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio } from './support/studio.ts'
import { openSync, type Sync } from './support/sync.ts'
import { until } from '../support/wait.ts'

// Two worker processes with data folders of their own, as on two hosts, share one state on PostgreSQL.

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const closeOne of closers.splice(0).toReversed()) await closeOne()
})

const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : String(error))

/**
 * Temporal gives the tasks of a killed worker to another one after ten seconds. Until then a decision may not be
 * confirmed.
 */
async function approveAfterKill(sync: Sync, runId: string): Promise<void> {
  await until('the other worker takes the decision', async () => {
    try {
      return await sync.approve(runId)
    } catch (error) {
      // The decision that was not confirmed has arrived.
      if (codeOf(error) === 'not_waiting') return true
      if (codeOf(error) !== 'temporal_unavailable') throw error
      return false
    }
  })
}

it.skipIf(!hasPostgres)(
  `two hosts start one source at once, one is killed, and the other applies the plan${withoutPostgres}`,
  async () => {
    const url = await emptyDatabaseUrl()
    const studio = await openStudio(testTemporal(), {
      ownProcess: 'worker',
      workerEnv: { KITROOM_WORKER_DATABASE_URL: url },
    })
    closers.push(() => studio[Symbol.asyncDispose]())
    const dataDir = mkdtempSync(join(tmpdir(), 'kitroom-host-'))
    closers.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const second = startProcess('worker/main.ts', { ...studio.environment(), KITROOM_DATA_DIR: dataDir })
    closers.push(() => second.stop())
    await second.waitForLog('ready')
    const [one, two] = [studio.sync, openSync(dataDir)]

    studio.writeSheet('sheet.csv', csv(cameras(20)))
    for (let round = 0; round < 3; round++) {
      const started = await Promise.allSettled([one.start(), two.start()])
      const refusals = started.flatMap((result) => (result.status === 'rejected' ? [codeOf(result.reason)] : []))
      expect(refusals.filter((code) => code !== 'sync_running')).toEqual([])
      const runs = started.flatMap((result): Run[] => (result.status === 'fulfilled' ? [result.value] : []))
      const ends = await Promise.all(runs.map(({ run_id: id }) => two.follow(id)))
      expect(
        ends.filter(({ status }) => status === 'waiting'),
        'one plan waits',
      ).toHaveLength(1)
    }
    const { run_id: runId } = await one.start()
    expect(await two.follow(runId)).toMatchObject({ status: 'waiting' })
    await studio.worker.kill()
    await approveAfterKill(two, runId)
    expect(await two.follow(runId)).toMatchObject({ status: 'completed', results: { created: 20 } })
    expect((await studio.api.get('/gear')).pagination().total).toBe(20)
  },
)
