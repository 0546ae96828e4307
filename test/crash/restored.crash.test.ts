import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { afterEach, expect, it } from 'vitest'
import { accountPrefix, syncWorkflowId } from '../../contract/temporal.ts'
import { runOperatorCommand } from '../support/account.ts'
import { fullOrSmall } from '../support/counts.ts'
import { startHoldingProxy } from '../support/holdingProxy.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { cameras, csv, type Row } from '../worker/support/sheets.ts'
import { openStudio, type Studio, type StudioOptions } from '../worker/support/studio.ts'

let studio: Studio
let connection: Connection
let client: Client

/** Only a server that is killed needs a process of its own. */
async function openRestored(options: StudioOptions = {}): Promise<void> {
  const { address, namespace } = testTemporal()
  studio = await openStudio({ address, namespace }, options)
  connection = await Connection.connect({ address })
  client = new Client({ connection, namespace })
}
afterEach(async () => {
  await connection.close()
  await studio[Symbol.asyncDispose]()
})

const pathOf = (name: string): string => join(studio.folder.dataDir, name)
const backUp = (): Promise<unknown> => runOperatorCommand(studio.folder.dataDir, 'backup', '--out', pathOf('backup'))
const restore = (...flags: string[]): Promise<unknown> =>
  runOperatorCommand(studio.folder.dataDir, 'restore', '--from', pathOf('backup'), '--replace', '--yes', ...flags)

const moveRows = (rows: Row[], locations: Record<number, string>): Row[] =>
  rows.map((row, index) => (locations[index] === undefined ? row : { ...row, 'Storage Location': locations[index] }))

const tags = async (): Promise<string[]> =>
  (await studio.api.get('/gear?limit=200')).items().map(({ asset_tag: tag }) => String(tag))
const itemOf = async (tag: string): Promise<Record<string, unknown>> =>
  (await studio.api.get(`/gear?asset_tag=${tag}`)).items()[0] ?? {}
const patch = async (tag: string, fields: Record<string, unknown>): Promise<unknown> =>
  studio.api.patch(`/gear/${String((await itemOf(tag))['id'])}`, { updates: fields })

const waitingRun = async (): Promise<string> => {
  const { run_id: runId } = await studio.sync.start()
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'waiting' })
  return runId
}

const isRunning = async (): Promise<boolean> =>
  (await client.workflow.getHandle(syncWorkflowId(accountPrefix(studio.accountId), 'main')).describe()).status.name ===
  'RUNNING'

it('a restore of both databases expires earlier plans, and the next sync compares with the restored inventory', async () => {
  await openRestored()
  studio.writeSheet('sheet.csv', csv(cameras(10)))
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', counts: { create: 10 } })
  await patch('K-0003', { notes: 'by hand, before the backup' })
  studio.writeSheet('sheet.csv', csv(cameras(11)))
  const oldRun = await waitingRun()
  await backUp()
  // The restore drops all that follows: edits, a deletion, items that a sync creates, and a waiting plan.
  await studio.sync.reject(oldRun)
  await patch('K-0004', { storage_location: 'By hand, after' })
  await studio.api.delete(`/gear/${String((await itemOf('K-0005'))['id'])}`)
  studio.writeSheet('sheet.csv', csv(moveRows([...cameras(12)], { 0: 'Attic', 1: 'Cellar' })))
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', results: { created: 2, updated: 2 } })
  studio.writeSheet('sheet.csv', csv(moveRows([...cameras(14)], { 0: 'Attic', 1: 'Cellar' })))
  const unknownRun = await waitingRun()
  await studio.worker.stop()
  await studio.server.stop()
  await restore()
  await studio.restartServer()
  await studio.startWorker()
  await studio.worker.waitForLog(
    /The inventory was restored from a backup: 1 earlier runs were ended, 0 items are no longer bound/,
  )
  expect(await isRunning(), 'the workflow of a run that the database does not know').toBe(false)
  await expect(studio.sync.get(unknownRun)).rejects.toThrow('There is no run with this id.')
  expect(await studio.sync.get(oldRun)).toMatchObject({ status: 'expired', reason: { code: 'inventory_restored' } })
  await expect(studio.sync.approve(oldRun)).rejects.toThrow('its run is expired')
  expect(await tags()).toHaveLength(10)
  expect(await itemOf('K-0005')).toMatchObject({ asset_tag: 'K-0005' })
  const nextRun = await waitingRun()
  const { rows } = await studio.sync.plan(nextRun)
  const outcomes = Object.groupBy(rows, ({ outcome }) => outcome)
  expect(
    Object.fromEntries(Object.entries(outcomes).map(([outcome, rows]) => [outcome, rows.map(({ key }) => key)])),
  ).toEqual({
    update: ['K-0001', 'K-0002'],
    unchanged: ['K-0003', 'K-0004', 'K-0005', 'K-0006', 'K-0007', 'K-0008', 'K-0009', 'K-0010'],
    create: ['K-0011', 'K-0012', 'K-0013', 'K-0014'],
  })
  await studio.sync.approve(nextRun)
  expect(await studio.sync.follow(nextRun)).toMatchObject({
    status: 'completed',
    results: { created: 4, updated: 2, unchanged: 8 },
  })
  expect(await itemOf('K-0003')).toMatchObject({ notes: 'by hand, before the backup' })
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', counts: { unchanged: 14 } })
})

it('a restore of the API alone does not treat items that a sync created since as deleted by a person', async () => {
  await openRestored()
  studio.writeSheet('sheet.csv', csv(cameras(8)))
  await studio.sync.syncAll()
  await studio.api.delete(`/gear/${String((await itemOf('K-0008'))['id'])}`)
  await backUp()
  studio.writeSheet('sheet.csv', csv(moveRows(cameras(11), { 0: 'Attic' })))
  expect(await studio.sync.syncAll()).toMatchObject({ results: { created: 3, updated: 1, skipped: 1 } })
  await studio.worker.stop()
  await studio.server.stop()
  await restore('--only', 'api')
  await studio.restartServer()
  await studio.startWorker()
  await studio.worker.waitForLog(/0 earlier runs were ended, 3 items are no longer bound/)
  await studio.api.createItem({
    brand: 'Canon',
    model: 'EOS R9',
    asset_tag: 'K-0009',
    storage_location: 'Shelf 8',
    purchase_price: 108,
  })
  const nextRun = await waitingRun()
  const { rows } = await studio.sync.plan(nextRun)
  const row = (key: string): unknown => rows.find((one) => one.key === key)
  expect(row('K-0001'), 'the value that a sync wrote after the backup is reported, not overwritten').toMatchObject({
    outcome: 'unchanged',
    notes: ['api_newer'],
  })
  expect(row('K-0008'), 'deleted by a person before the backup').toMatchObject({ outcome: 'deleted_in_api' })
  expect(row('K-0009'), 'created by hand meanwhile: bound by its tag').toMatchObject({ outcome: 'unchanged' })
  for (const key of ['K-0010', 'K-0011']) expect(row(key)).toMatchObject({ outcome: 'create' })
  await studio.sync.approve(nextRun)
  expect(await studio.sync.follow(nextRun)).toMatchObject({ status: 'completed', results: { created: 2 } })
  expect((await tags()).toSorted()).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 9, 10, 11].map((number) => `K-${String(number).padStart(4, '0')}`),
  )
})

it('a restore of the API under a running worker ends an applying and a waiting plan, and neither writes more', async () => {
  await openRestored({ ownProcess: 'server' })
  studio.writeSheet('sheet.csv', csv(cameras(3)))
  await studio.sync.syncAll()
  await backUp()
  const count = fullOrSmall(2000, 200)
  studio.writeSheet('sheet.csv', csv(cameras(count)))
  await using proxy = await startHoldingProxy(() => studio.server.url)
  await studio.worker.stop()
  await studio.startWorker(proxy.env)
  const applyingRun = await waitingRun()
  proxy.holdAfter(fullOrSmall(600, 100))
  await studio.sync.approve(applyingRun)
  await until(
    'a part is written',
    async () => (await studio.sync.get(applyingRun)).progress.done >= fullOrSmall(200, 40),
  )
  await studio.serverProcess.kill()
  await restore('--only', 'api')
  await studio.restartServer()
  proxy.release()
  await until('the plan ends', async () => (await studio.sync.get(applyingRun)).finished_at)
  expect(await studio.sync.get(applyingRun)).toMatchObject({
    status: 'stopped',
    reason: { code: 'inventory_restored' },
  })
  expect(await tags(), 'nothing of the plan was written after the restore').toHaveLength(3)
  studio.writeSheet('sheet.csv', csv(cameras(5)))
  const waitingId = await waitingRun()
  await studio.server.stop()
  await restore('--only', 'api')
  await studio.restartServer()
  await expect(studio.sync.approve(waitingId)).rejects.toThrow('its run is expired')
  expect(await studio.sync.get(waitingId)).toMatchObject({ status: 'expired', reason: { code: 'inventory_restored' } })
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', results: { created: 2, unchanged: 3 } })
})

it('a backup made while a run applies has no binding without its item, and the next sync completes the rest', async () => {
  await openRestored()
  const count = fullOrSmall(4000, 400)
  studio.writeSheet('sheet.csv', csv(cameras(count)))
  await using proxy = await startHoldingProxy(() => studio.server.url)
  await studio.worker.stop()
  await studio.startWorker(proxy.env)
  const runId = await waitingRun()
  proxy.holdAfter(count - 200)
  await studio.sync.approve(runId)
  await until('some rows are written', async () => (await studio.sync.get(runId)).progress.done > 50)
  await backUp()
  expect(await studio.sync.get(runId), 'the run applied during the whole backup').toMatchObject({ status: 'applying' })
  proxy.release()
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'completed', results: { created: count } })
  await studio.worker.stop()
  await studio.server.stop()
  await restore()
  const boundItems = await studio.stateSql<{ gear_id: string }>('select gear_id from binding')
  const apiIds = new Set((await studio.apiSql<{ id: string }>('select id from gear')).map(({ id }) => id))
  expect(boundItems.length).toBeGreaterThan(50)
  expect(apiIds.size).toBeLessThan(count)
  expect(boundItems.filter(({ gear_id: id }) => !apiIds.has(id))).toEqual([])
  await studio.restartServer()
  await studio.startWorker()
  expect(await studio.sync.get(runId)).toMatchObject({ status: 'stopped', reason: { code: 'inventory_restored' } })
  expect(await studio.sync.syncAll()).toMatchObject({
    status: 'completed',
    counts: { create: count - apiIds.size, unchanged: apiIds.size },
  })
  expect(await studio.stateSql('select count(*) as n from binding')).toEqual([{ n: count }])
})
