import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { WEBHOOK_PATH } from '../../contract/control/workerFile.ts'
import { findFreePort } from '../../local/ports.ts'
import { createProgressPrinter } from '../../local/progressPrinter.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { startTemporalServer, type TemporalServer } from '../../local/temporal/server.ts'
import { parseAllowList } from '../../platform/outbound/allowList.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import { isLongRun } from '../support/counts.ts'
import { createDataFolder } from '../support/server.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { deliver, someEvent, type SentEvent } from '../worker/support/events.ts'
import { openStudio, type Studio, type StudioOptions } from '../worker/support/studio.ts'

/** How many of 60 events are answered before each kill. */
const ANSWERS_BEFORE_KILLS = isLongRun ? [0, 1, 5, 20, 45] : [20]
const secrets = [createWebhookSecret()]
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const closeOne of closers.splice(0).toReversed()) await closeOne()
})

interface Setup {
  studio: Studio
  ingress: string
}

/** @param options `ownProcess` for a worker that is killed */
async function openSetup(
  temporal: { address: string; namespace: string },
  options: Pick<StudioOptions, 'ownProcess'> = {},
): Promise<Setup> {
  const port = String(await findFreePort())
  const workerEnv = { KITROOM_WEBHOOK_SECRET: secrets.join(' '), KITROOM_INGRESS_PORT: port }
  const studio = await openStudio(temporal, {
    ...options,
    workerEnv,
    webhookAllow: parseAllowList([`127.0.0.1/32:${port}`]),
  })
  closers.push(async () => studio[Symbol.asyncDispose]())
  return { studio, ingress: `http://127.0.0.1:${port}` }
}

async function countRows(studio: Studio): Promise<Map<string, number>> {
  const rows = await studio.stateSql<{ webhook_id: string; n: number }>(
    'select webhook_id, count(*) as n from inbox group by webhook_id',
  )
  return new Map(rows.map((row) => [row.webhook_id, row.n]))
}

const isHandled = async ({ studio }: Setup): Promise<boolean> =>
  (await studio.stateSql('select topic from inbox_todo')).length === 0

/** Delivers an event. @returns the status, or undefined without a reply */
async function tryToDeliver(ingress: string, event: SentEvent): Promise<number | undefined> {
  try {
    return (await deliver(ingress, event, { secrets })).status
  } catch {
    return undefined
  }
}

it('kill -9 at any moment loses no event that was answered with 2xx, and repeats make no duplicates', async () => {
  const { studio, ingress } = await openSetup(testTemporal(), { ownProcess: 'worker' })
  for (const answersBeforeKill of ANSWERS_BEFORE_KILLS) {
    const events = Array.from({ length: 60 }, () => someEvent('document.updated'))
    let answers = 0
    const killOnce = async (): Promise<void> => {
      if (answers++ === answersBeforeKill) await studio.worker.kill()
    }
    const firstStatuses = await Promise.all(
      events.map(async (event) => {
        const status = await tryToDeliver(ingress, event)
        await killOnce()
        return status
      }),
    )
    const storedRows = await countRows(studio)
    const lostEvents = events.filter((event, index) => firstStatuses[index] === 202 && !storedRows.has(event.id))
    expect(lostEvents, 'answered with 2xx and not stored').toEqual([])
    await studio.startWorker()
    for (const [index, event] of events.entries()) {
      const status = (await deliver(ingress, event, { secrets })).status
      expect(status, `first ${firstStatuses[index]}, stored ${storedRows.get(event.id)}`).toBe(
        storedRows.has(event.id) ? 200 : 202,
      )
    }
    const rowsAfter = await countRows(studio)
    for (const event of events) expect(rowsAfter.get(event.id)).toBe(1)
  }
  await until('every event is handled', () => isHandled({ studio, ingress }))
})

it('a locked worker database gets 503 from the ingress, and the server retries until the event is stored', async () => {
  const { studio, ingress } = await openSetup(testTemporal())
  const registered = await studio.settings.post('/webhooks', { url: ingress + WEBHOOK_PATH, events: ['maintenance.*'] })
  const secret = String(registered.item()['secret'])
  await studio.worker.stop()
  await studio.startWorker({ KITROOM_WEBHOOK_SECRET: `${secret} ${secrets.join(' ')}` })
  const { id: itemId } = await studio.api.createItem()

  const otherDatabase = await openDatabase(`sqlite:${join(studio.folder.dataDir, 'worker.db')}`)
  const release = Promise.withResolvers<void>()
  const heldWrite = otherDatabase.write(() => release.promise)
  const refusedReply = await deliver(ingress, someEvent(), { secrets })
  expect({ status: refusedReply.status, 'retry-after': refusedReply.headers.get('retry-after') }).toEqual({
    status: 503,
    'retry-after': '30',
  })
  const service = { item_type: 'camera', item_id: itemId, service_type: 'Sensor cleaning', service_date: '2030-01-31' }
  const { id } = (await studio.api.post('/maintenance', service)).item()
  await until(
    'an attempt was refused',
    async () => (await studio.apiSql('select number from webhook_attempt where status = 503')).length > 0,
  )
  release.resolve()
  await heldWrite
  await otherDatabase.close()
  await until(
    'the event is in the inbox',
    async () => (await studio.stateSql('select type from inbox where record_id = ?', id)).length === 1,
  )
})

it('events are accepted while Temporal is away, and handled when it is back, even with an empty database', async () => {
  const binary = await findTemporal(process.env, createProgressPrinter())
  const folders = [createDataFolder(), createDataFolder()]
  const port = await findFreePort()
  const start = (index: number): Promise<TemporalServer> =>
    startTemporalServer({
      binary,
      port,
      namespace: 'default',
      databaseFile: join(folders[index]?.dataDir ?? '', 'temporal.db'),
      env: process.env,
    })
  const temporal = await start(0)
  closers.push(async () => folders.forEach((folder) => folder[Symbol.dispose]()))
  const setup = await openSetup(temporal)
  await temporal.stop()
  const events = Array.from({ length: 5 }, () => someEvent('document.updated'))
  for (const event of events) expect((await deliver(setup.ingress, event, { secrets })).status).toBe(202)
  await setup.studio.worker.waitForLog('Temporal does not answer. Trying again.')
  expect(await isHandled(setup)).toBe(false)
  const secondStart = await start(1)
  closers.unshift(() => secondStart.stop())
  await until('the events are handled', () => isHandled(setup))
})
