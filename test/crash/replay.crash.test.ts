import { expect, it } from 'vitest'
import { MAX_REPLAY_DELIVERIES } from '../../contract/settings/webhooks.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { createAccount } from '../support/account.ts'
import { createApi, type Api } from '../support/api.ts'
import { toCompilable, runSql } from '../support/database.ts'
import { openHousekeeper, runWhenFree } from '../support/housekeeping.ts'
import { startServer, createDataFolder } from '../support/server.ts'
import { createSettings } from '../support/settings.ts'
import { databaseUrl, hasPostgres, newDatabaseUrl, withoutPostgres } from '../support/testDatabase.ts'
import { makeEndpoint } from '../server/settings/webhooks/support.ts'
import { fullOrSmall } from '../support/counts.ts'

const EVENT_COUNT = fullOrSmall(100_000, 30_000)
const HOUR_MS = 3_600_000
/** The maximum number of replay steps that may end while one read waits. If they went first, it would wait for all. */
const MAX_STEPS_WAITED = 5

async function fillEvents(databaseFile: string, account: string): Promise<void> {
  const db = await openDatabase(await databaseUrl(databaseFile))
  const insertedAt = new Date(Date.now() - HOUR_MS).toISOString()
  try {
    for (let firstSeq = 1; firstSeq <= EVENT_COUNT; firstSeq += 1000) {
      const rows = Array.from({ length: 1000 }, (_, index) => {
        const seq = firstSeq + index
        const id = `evt_${(0x019d00000000 + seq).toString(16).padStart(12, '0')}${'7'.padEnd(20, '0')}`
        return `('${account}', ${seq}, '${id}', '${seq % 10 ? 'gear.updated' : 'shoot.updated'}', 'r${seq}', '${insertedAt}', '{}', null)`
      })
      await db.write((tx) =>
        tx.query(
          toCompilable(
            `insert into event (account_id, seq, id, type, record_id, at, body, request_id) values ${rows.join(',')}`,
          ),
        ),
      )
    }
    await db.write((tx) =>
      tx.query(toCompilable(`update account_state set event_seq = ${EVENT_COUNT} where account_id = '${account}'`)),
    )
  } finally {
    await db.close()
  }
}

/** Steps of replays that have ended so far: the clock of this test. */
let endedSteps = 0

async function replayAll(owner: Api, id: string): Promise<{ deliveries: number; steps: number }> {
  const sinceTime = new Date(Date.now() - 2 * HOUR_MS).toISOString()
  let [deliveries, steps, cursor] = [0, 0, '']
  for (;;) {
    const { data } = JSON.parse(
      (await owner.post(`/webhooks/${id}/replay`, { since: sinceTime, ...(cursor && { cursor }) })).text,
    ) as {
      data: { deliveries: number; next_cursor: string | null }
    }
    deliveries += data.deliveries
    steps += 1
    endedSteps += 1
    if (data.next_cursor === null) return { deliveries, steps }
    cursor = data.next_cursor
  }
}

/** Sends reads one after the other until `stop`, which returns during how many steps each of them waited. */
function readMeanwhile(api: Api): { stop(): Promise<number[]> } {
  const waitedSteps: number[] = []
  const stopController = new AbortController()
  const readLoop = (async () => {
    while (!stopController.signal.aborted) {
      const stepsBefore = endedSteps
      const { status } = await api.get('/gear')
      if (status !== 200) throw new Error(`answered ${status}`)
      waitedSteps.push(endedSteps - stepsBefore)
    }
  })()
  return {
    async stop() {
      stopController.abort()
      await readLoop
      return waitedSteps
    },
  }
}

/** Replays, searches and deletes deliveries on one database, and reads meanwhile. */
async function replayOn(name: string, database: string | undefined): Promise<Record<string, unknown>> {
  using folder = createDataFolder(database)
  const account = await createAccount(folder.dataDir, 'Replay')
  await fillEvents(folder.databaseFile, account.account_id)
  await using server = await startServer(folder.dataDir)
  const owner = createSettings(server.url, account.owner_key)
  const { id } = await makeEndpoint(owner)
  const api = createApi(server.url, account.api_key)
  await api.get('/gear')
  const readLoad = readMeanwhile(api)
  const replayCounts = await replayAll(owner, id)
  const waitedSteps = await readLoad.stop()
  console.log(
    `${name}: ${JSON.stringify(replayCounts)}; ${waitedSteps.length} reads meanwhile waited at most ${Math.max(...waitedSteps)} steps`,
  )
  const [madeRows] = await runSql<{ n: number; different: number }>(
    folder.databaseFile,
    'select count(*) as n, count(distinct event_seq) as different from webhook_delivery',
  )
  const found = await owner.get(`/webhooks/${id}/deliveries?status=cancelled`)
  await owner.delete(`/webhooks/${id}`)
  await using housekeeper = await openHousekeeper(folder.databaseFile, systemClock)
  const pruneLoad = readMeanwhile(api)
  const run = await runWhenFree(() => housekeeper.housekeeping.run('deliveries'))
  const readsOfPruning = (await pruneLoad.stop()).length
  return {
    done: replayCounts,
    made: [Number(madeRows?.n), Number(madeRows?.different)],
    longestWaitSteps: Math.max(...waitedSteps),
    pruned: run.counts?.['deliveries'],
    readsOfPruning,
    found: found.items(),
    left: await runSql(folder.databaseFile, 'select id from webhook_delivery'),
  }
}

const expectedReport = {
  done: { deliveries: EVENT_COUNT, steps: EVENT_COUNT / MAX_REPLAY_DELIVERIES },
  made: [EVENT_COUNT, EVENT_COUNT],
  pruned: EVENT_COUNT,
  readsOfPruning: expect.toSatisfy((reads: number) => reads > 0) as number,
  longestWaitSteps: expect.toSatisfy((steps: number) => steps < MAX_STEPS_WAITED) as number,
  found: [],
  left: [],
}

it(`a replay of ${EVENT_COUNT} events and its pruning do not delay reads`, async () => {
  expect(await replayOn('sqlite', undefined)).toEqual(expectedReport)
})

it.skipIf(!hasPostgres)(`the same on PostgreSQL${withoutPostgres}`, async () => {
  expect(await replayOn('postgres', newDatabaseUrl())).toEqual(expectedReport)
})
