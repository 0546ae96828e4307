import { afterEach, describe, expect, it } from 'vitest'
import { findFreePort } from '../../local/ports.ts'
import { createProgressPrinter } from '../../local/progressPrinter.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { startTemporalServer, type TemporalServer } from '../../local/temporal/server.ts'
import { fullOrSmall } from '../support/counts.ts'
import { createDataFolder } from '../support/server.ts'
import { startHoldingProxy, type HoldingProxy } from '../support/holdingProxy.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { cameras, csv } from '../worker/support/sheets.ts'
import { openStudio, type Studio, type StudioOptions } from '../worker/support/studio.ts'

const KNOWN_ROWS = fullOrSmall(800, 100)
const ALL_ROWS = fullOrSmall(2000, 250)
/** Writes after which the API holds, so that the run cannot end before the kill. */
const HELD_AFTER = ALL_ROWS * 0.6

interface Opened {
  studio: Studio
  proxy: HoldingProxy
}

/**
 * Starts to apply a sheet that changes and adds items. Resolves when a quarter of the changes is done; the run goes on
 * until the API holds.
 */
async function applyHalf({ studio, proxy }: Opened): Promise<string> {
  studio.writeSheet('sheet.csv', csv(cameras(KNOWN_ROWS)))
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', results: { created: KNOWN_ROWS } })
  const movedRows = cameras(ALL_ROWS).map((row, index) =>
    index < KNOWN_ROWS ? { ...row, 'Storage Location': 'Moved' } : row,
  )
  studio.writeSheet('sheet.csv', csv(movedRows))
  const { run_id: runId } = await studio.sync.start()
  await studio.sync.follow(runId)
  await studio.worker.stop()
  await studio.startWorker(proxy.env)
  proxy.holdAfter(HELD_AFTER)
  await studio.sync.approve(runId)
  await until('a part is written', async () => (await studio.sync.get(runId)).progress.done >= KNOWN_ROWS / 4)
  expect(await studio.sync.get(runId), 'the kill happens while the run applies').toMatchObject({ status: 'applying' })
  return runId
}

const waitUntilEnded = (studio: Studio, runId: string): Promise<unknown> =>
  until('the run resumes automatically and ends', async () => (await studio.sync.get(runId)).finished_at)

/** Each row is written once, with one event per change; report and bindings are complete; a repeat writes nothing. */
async function checkComplete(studio: Studio, runId: string): Promise<void> {
  const createdCount = ALL_ROWS - KNOWN_ROWS
  expect(await studio.sync.get(runId)).toMatchObject({
    status: 'completed',
    counts: { update: KNOWN_ROWS, create: createdCount },
    results: { updated: KNOWN_ROWS, created: createdCount },
  })
  const items = await studio.apiSql<{ id: string; asset_tag_key: string }>('select id, asset_tag_key from gear')
  expect(items).toHaveLength(ALL_ROWS)
  expect(new Set(items.map((item) => item.asset_tag_key)).size).toBe(ALL_ROWS)
  const events =
    'select type, count(*) as n, count(distinct record_id) as records from event group by type order by type'
  const expectedEvents = [
    { type: 'gear.created', n: ALL_ROWS, records: ALL_ROWS },
    { type: 'gear.updated', n: KNOWN_ROWS, records: KNOWN_ROWS },
  ]
  expect(await studio.apiSql(events)).toEqual(expectedEvents)
  const report = await studio.sync.report(runId)
  expect(report.rows).toHaveLength(ALL_ROWS)
  const ids = new Map(items.map((item) => [item.asset_tag_key, item.id]))
  for (const [index, row] of report.rows.entries())
    expect({ result: row.result, gear_id: row.gear_id }).toEqual({
      result: index < KNOWN_ROWS ? 'updated' : 'created',
      gear_id: ids.get((row.key ?? '').toLowerCase()),
    })
  const [bindingCounts] = await studio.stateSql<{ n: number; items: number }>(
    'select count(*) as n, count(distinct gear_id) as items from binding',
  )
  expect(bindingCounts).toEqual({ n: ALL_ROWS, items: ALL_ROWS })
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', results: { unchanged: ALL_ROWS } })
  expect(await studio.apiSql(events), 'the same sheet again writes nothing').toEqual(expectedEvents)
}

describe('a run that applies survives kill -9 of', () => {
  const openStudios: AsyncDisposable[] = []
  afterEach(async () => {
    for (const one of openStudios.splice(0).toReversed()) await one[Symbol.asyncDispose]()
  })
  const useStudio = async (options: StudioOptions, temporal = testTemporal()): Promise<Opened> => {
    const studio = await openStudio(temporal, options)
    const proxy = await startHoldingProxy(() => studio.server.url)
    openStudios.push(proxy, studio)
    return { studio, proxy }
  }

  it('the worker', async () => {
    const opened = await useStudio({ ownProcess: 'worker' })
    const { studio, proxy } = opened
    const runId = await applyHalf(opened)
    await studio.worker.kill()
    proxy.release()
    const [atKill] = await studio.apiSql<{ n: number }>('select count(*) as n from gear')
    expect(atKill?.n).toBeLessThan(ALL_ROWS)
    await studio.startWorker()
    await waitUntilEnded(studio, runId)
    await checkComplete(studio, runId)
  })

  it('the API server', async () => {
    const opened = await useStudio({ ownProcess: 'server' })
    const { studio, proxy } = opened
    const runId = await applyHalf(opened)
    await studio.serverProcess.kill()
    expect((await studio.sync.get(runId)).status).toBe('applying')
    await studio.restartServer()
    proxy.release()
    await waitUntilEnded(studio, runId)
    await checkComplete(studio, runId)
  })

  it('Temporal', async () => {
    const folder = createDataFolder()
    openStudios.push({ [Symbol.asyncDispose]: async () => folder[Symbol.dispose]() })
    const options = {
      binary: await findTemporal(process.env, createProgressPrinter()),
      port: await findFreePort(),
      namespace: 'default',
      databaseFile: `${folder.dataDir}/temporal.db`,
      env: process.env,
    }
    let temporal: TemporalServer = await startTemporalServer(options)
    openStudios.push({ [Symbol.asyncDispose]: () => temporal.stop() })
    const opened = await useStudio({}, temporal)
    const { studio, proxy } = opened
    const runId = await applyHalf(opened)
    process.kill(temporal.pid, 'SIGKILL')
    await temporal.exited
    await studio.worker.waitForLog('Temporal does not answer. Trying again.')
    await expect(studio.sync.start({ source: 'main' })).rejects.toMatchObject({
      status: 503,
      code: 'temporal_unavailable',
    })
    temporal = await startTemporalServer(options)
    await studio.worker.waitForLog('Temporal is available again.')
    expect(temporal.address).toBe(`127.0.0.1:${options.port}`)
    proxy.release()
    await waitUntilEnded(studio, runId)
    await checkComplete(studio, runId)
  })
})
