// Two workers whose state is behind PgBouncer in transaction mode: plans, approvals, leases, a killed worker, ended
// connections.
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { readLastConfigText, storeLastConfigText } from '../../state/hosts/facts.ts'
import { openState } from '../../state/database/open.ts'
import { STATE_SCHEMA } from '../../state/tables/schema.ts'
import { createWithLock } from '../../state/hosts/withLock.ts'
import { newPgbouncer, startPgbouncer, withoutPgbouncer, type Pgbouncer } from '../support/pgbouncer.ts'
import { startPostgres, type PostgresServer } from '../support/postgresServer.ts'
import { testTemporal } from '../support/temporal.ts'
import { wantsPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { startSecondHost, type SecondHost } from '../worker/support/secondHost.ts'
import { cameras, csv } from '../worker/support/sheets.ts'
import { startStep } from '../worker/support/startStep.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

/** Fewer server connections than one worker has. */
const SETTINGS = { pool_mode: 'transaction', max_prepared_statements: '200', default_pool_size: '6' }
const ROWS = 600
const CONFIG = 'sources:\n  - { id: main, file: sheet.csv }\n'

describe.skipIf(!wantsPostgres || !newPgbouncer)(
  `workers behind PgBouncer in transaction mode${withoutPostgres || withoutPgbouncer}`,
  () => {
    let postgres: PostgresServer
    let pooler: Pgbouncer
    let direct: Client
    let studio: Studio
    let second: SecondHost

    beforeAll(async () => {
      postgres = await startPostgres({ relaxed: true })
      pooler = await startPgbouncer(postgres.url, { settings: SETTINGS })
      direct = new Client({ connectionString: postgres.url })
      await direct.connect()
      studio = await openStudio(testTemporal(), {
        config: CONFIG,
        ownProcess: 'worker',
        workerEnv: { KITROOM_WORKER_DATABASE_URL: pooler.url },
      })
      // Both read one folder, as on a shared disk.
      second = await startSecondHost(studio, { KITROOM_CONFIG: studio.environment()['KITROOM_CONFIG'] ?? '' })
    })
    afterAll(async () => {
      await second[Symbol.asyncDispose]()
      await studio[Symbol.asyncDispose]()
      await direct.end()
      await pooler[Symbol.asyncDispose]()
      await postgres.remove()
    })

    const count = async (text: string): Promise<number> =>
      (await direct.query<{ n: number }>(`select count(*)::int as n from ${STATE_SCHEMA}.${text}`)).rows[0]?.n ?? 0

    it('plan and apply a sheet, and find it unchanged', async () => {
      studio.writeSheet('sheet.csv', csv(cameras(ROWS)))
      const first = await studio.sync.syncAll()
      expect({ status: first.status, results: first.results, reason: first.reason }).toEqual({
        status: 'completed',
        results: { created: ROWS },
        reason: null,
      })
      expect(await count('binding')).toBe(ROWS)
      const again = await studio.sync.syncAll()
      expect({ status: again.status, counts: again.counts }).toEqual({
        status: 'completed',
        counts: { unchanged: ROWS },
      })
    })

    it('apply a plan that another worker is asked to approve, after the one that planned it was killed', async () => {
      studio.writeSheet('sheet.csv', csv(cameras(ROWS + 50)))
      const { run_id: runId } = await studio.sync.start()
      expect((await studio.sync.follow(runId)).status).toBe('waiting')
      await studio.worker.kill()
      await second.sync.approve(runId)
      expect(await second.sync.follow(runId)).toMatchObject({ status: 'completed', results: { created: 50 } })
      await studio.startWorker()
      expect((await studio.sync.get(runId)).status).toBe('completed')
    })

    it('refuse a holder that was paused past its lease', async () => {
      const state = await openState(pooler.url, systemClock)
      const holder = startStep({ step: 'hold', url: pooler.url, name: 'source:other' })
      try {
        expect(await holder.readLine()).toBe('held')
        holder.child.kill('SIGSTOP')
        await createWithLock(state, systemClock)('source:other', (locked) =>
          locked.write((tx) => storeLastConfigText(tx, 'next')),
        )
        holder.child.kill('SIGCONT')
        holder.goOn()
        expect(await holder.readLine()).toBe('LockLost')
        expect(await state.read(readLastConfigText)).toBe('next')
      } finally {
        holder.child.kill('SIGKILL')
        await state.close()
      }
    })

    it('go on after PostgreSQL has ended the connections of PgBouncer', async () => {
      await direct.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
      )
      studio.writeSheet('sheet.csv', csv(cameras(ROWS + 60)))
      await expect.poll(async () => (await studio.sync.syncAll().catch(() => undefined))?.status).toBe('completed')
      expect(await count('binding')).toBe(ROWS + 60)
      expect(await count('run where finished_at is null')).toBe(0)
    })
  },
)
