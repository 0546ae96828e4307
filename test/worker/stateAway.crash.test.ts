import { afterEach, expect, it } from 'vitest'
import { ApiError } from '../../client/errors.ts'
import { listRuns } from '../../contract/control/control.ts'
import { startPostgres } from '../support/postgresServer.ts'
import { hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio } from './support/studio.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const closeOne of closers.splice(0).toReversed()) await closeOne()
})

it.skipIf(!hasPostgres)(
  `while the worker's PostgreSQL is away, requests answer state_unavailable, and a plan that waits stays${withoutPostgres}`,
  async () => {
    const postgres = await startPostgres({ relaxed: true })
    closers.push(() => postgres.remove())
    const studio = await openStudio(testTemporal(), {
      workerEnv: { KITROOM_WORKER_DATABASE_URL: postgres.url },
    })
    closers.push(() => studio[Symbol.asyncDispose]())
    studio.writeSheet('sheet.csv', csv(cameras(3)))
    const { run_id: runId } = await studio.sync.start()
    expect(await studio.sync.follow(runId)).toMatchObject({ status: 'waiting' })

    await postgres.stop('immediate')
    const refusals = await Promise.allSettled([
      studio.sync.client.call(listRuns),
      studio.sync.start(),
      studio.sync.approve(runId),
    ])
    const codes = refusals.map((refusal) =>
      refusal.status === 'rejected' && refusal.reason instanceof ApiError ? refusal.reason.code : refusal,
    )
    expect(codes).toEqual(['state_unavailable', 'state_unavailable', 'state_unavailable'])

    await postgres.start()
    await until('the worker reaches its database', () => studio.sync.approve(runId).catch(() => undefined))
    expect(await studio.sync.follow(runId)).toMatchObject({ status: 'completed' })
  },
)
