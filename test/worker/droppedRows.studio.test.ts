// @postgres-long
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportReport } from '../../contract/control/sheetFiles.ts'
import { systemClock } from '../../platform/clock.ts'
import { openState } from '../../state/database/open.ts'
import { runCli } from '../support/cli.ts'
import { createDataFolder } from '../support/server.ts'
import { newStateUrl, stateOnPostgres, toStateFile } from '../support/stateUrl.ts'
import { testTemporal } from '../support/temporal.ts'
import { runSql, toCompilable } from '../support/database.ts'
import { trimRuns } from '../../state/sync/trimRuns.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal())
})
afterAll(() => studio[Symbol.asyncDispose]())

const ROWS = 400

const USED_BYTES = stateOnPostgres
  ? 'select coalesce(sum(pg_column_size(plan_row.*)), 0)::int as n from plan_row'
  : 'select (p.page_count - f.freelist_count) * s.page_size as n from pragma_page_count p, pragma_freelist_count f, pragma_page_size s'

const readNumber = async (text: string, ...parameters: string[]): Promise<number> =>
  (await studio.stateSql<{ n: number }>(text, ...parameters))[0]?.n ?? -1
const countRows = (): Promise<number> => readNumber('select count(*) as n from plan_row')
async function awaitTrimmed(): Promise<void> {
  const countUntrimmed = (): Promise<number> =>
    readNumber('select count(*) as n from run where finished_at is not null and trimmed = 0')
  await expect.poll(countUntrimmed).toBe(1)
}

async function downloadReport(runId: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of studio.sync.client.download(exportReport, {
    params: { id: runId },
    query: { format: 'csv' },
  }))
    text += decoder.decode(chunk, { stream: true })
  return text
}

it('after many syncs the state has the unchanged rows of the last one only, and earlier plans say so', async () => {
  const sheet = cameras(ROWS)
  studio.writeSheet('sheet.csv', csv(sheet))
  const first = await studio.sync.syncAll()
  expect(first.results).toEqual({ created: ROWS })
  const second = await studio.sync.syncAll()
  await awaitTrimmed()
  const [rowsEarly, bytesEarly] = [await countRows(), await readNumber(USED_BYTES)]
  const ended: string[] = [second.run_id]
  for (let runs = 0; runs < 4; runs++) {
    Object.assign(sheet[runs] ?? {}, { 'Storage Location': 'Van' })
    studio.writeSheet('sheet.csv', csv(sheet))
    const run = await studio.sync.syncAll()
    expect(run.results).toEqual({ updated: 1, unchanged: ROWS - 1 })
    ended.push(run.run_id)
  }
  await awaitTrimmed()
  // The update of each run stays.
  expect(await countRows()).toBe(rowsEarly + 3)
  // Four runs without this would add 4 × 400 rows of some 300 bytes.
  expect((await readNumber(USED_BYTES)) - bytesEarly).toBeLessThan(ROWS * 4 * 100)

  const [, third = '', ...others] = ended
  const { head, rows } = await studio.sync.report(third)
  expect(head).toMatchObject({
    counts: { update: 1, unchanged: ROWS - 1 },
    results: { updated: 1, unchanged: ROWS - 1 },
    unchanged_dropped: ROWS - 1,
  })
  expect(rows).toMatchObject([{ key: 'K-0001', outcome: 'update', result: 'updated' }])
  expect((await studio.sync.plan(third)).rows).toHaveLength(1)
  const last = await studio.sync.report(others.at(-1) ?? '')
  expect(last.head.unchanged_dropped).toBeUndefined()
  expect(last.rows).toHaveLength(ROWS)

  const notice = `${ROWS - 1} unchanged rows are counted but not listed: Kitroom stores them for a source's last run only.`
  expect(await downloadReport(third)).toContain(notice)
  expect((await runCli(['sync', 'show', third], studio.environment())).out).toContain(notice)
})

it('a run whose unchanged rows were dropped can be undone; a plan that waits keeps its rows until it is applied', async () => {
  const sheet = cameras(ROWS)
  for (const row of sheet.slice(0, 7)) Object.assign(row, { 'Storage Location': 'Van' })
  studio.writeSheet('sheet.csv', csv(sheet))
  const changed = await studio.sync.syncAll()
  expect(changed.results['updated']).toBe(3)
  await studio.sync.syncAll()
  await awaitTrimmed()
  const waiting = await studio.sync.undo(changed.run_id)
  expect((await studio.sync.follow(waiting.run_id)).counts).toEqual({ update: 3 })
  await studio.sync.approve(waiting.run_id)
  expect((await studio.sync.follow(waiting.run_id)).results).toEqual({ updated: 3 })
  Object.assign(sheet.at(-1) ?? {}, { 'Storage Location': 'Loft' })
  studio.writeSheet('sheet.csv', csv(sheet))
  const plan = await studio.sync.start()
  await studio.sync.follow(plan.run_id)
  await awaitTrimmed()
  expect((await studio.sync.plan(plan.run_id)).rows).toHaveLength(ROWS)
  await studio.sync.approve(plan.run_id)
  const done = await studio.sync.follow(plan.run_id)
  expect(done.results).toEqual({ updated: 1, unchanged: ROWS - 1 })
})

const PREPARED_RUNS = 40
const PREPARED_ROWS = 1500

it('the rows that an earlier version stored shrink in batches, between which other writes are made', async () => {
  const folder = createDataFolder()
  const url = await newStateUrl(folder.dataDir)
  const state = await openState(url, systemClock)
  const prepare = (text: string): Promise<unknown> => state.write((tx) => tx.query(toCompilable(text)))
  const series = (name: string, last: number): string =>
    `with recursive ${name}(i) as (select 1 union all select i + 1 from ${name} where i < ${last})`
  const schema = stateOnPostgres ? 'kitroom_worker.' : ''
  await prepare(`insert into ${schema}run (run_id, source, decide, settings, file, status, started_at, planned_at, finished_at)
    ${series('runs', PREPARED_RUNS)} select 'run-' || (1000 + i), 'main', 'wait', '{}', 'a.csv', 'completed', 't', 't', 't' from runs`)
  await prepare(`insert into ${schema}plan_row (run_id, position, "row", outcome, action, body)
    ${series('positions', PREPARED_ROWS)} select run_id, i, i + 1, case when i % 100 = 0 then 'refused' else 'unchanged' end, null, '{"outcome":"unchanged"}'
    from positions, ${schema}run`)
  const trimming = new AbortController()
  let writes = 0
  const writing = (async () => {
    for (; !trimming.signal.aborted; writes++)
      await state.write((tx) =>
        tx.query(toCompilable(`update ${schema}run set file = 'b.csv' where run_id = 'run-${1000 + PREPARED_RUNS}'`)),
      )
  })()
  const before = await runSql<{ n: number }>(toStateFile(url), 'select count(*) as n from plan_row')
  const kept = await trimRuns(state, AbortSignal.abort())
  const trimmed = await trimRuns(state, trimming.signal)
  trimming.abort()
  await writing
  expect(kept.rows, 'an aborted call drops nothing').toBe(0)
  expect(trimmed).toEqual({ runs: PREPARED_RUNS - 1, rows: (PREPARED_RUNS - 1) * PREPARED_ROWS * 0.99 })
  expect(writes).toBeGreaterThan(PREPARED_RUNS)
  const after = await runSql<{ n: number }>(toStateFile(url), 'select count(*) as n from plan_row')
  expect((before[0]?.n ?? 0) - (after[0]?.n ?? 0)).toBe(trimmed.rows)
  expect(await trimRuns(state, new AbortController().signal)).toEqual({ runs: 0, rows: 0 })
  await state.close()
  folder[Symbol.dispose]()
})
