// A sheet is planned against an inventory and bindings of the same size, its run is undone, and a plan of yesterday is
// compared again.
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Run } from '../../contract/control/control.ts'
import { testTemporal } from '../support/temporal.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

/** Rows of the undo that are compared again when its plan is a day old. */
export const OLD_ROWS = 1000
/** One row in so many has another model than its item. */
const CHANGED_EVERY = 100
const HEADER = 'Asset Tag,Type,Brand,Model,Serial Number,Purchase Price,Storage Location'
const SETTINGS = [
  'sources:',
  '  - { id: main, file: sheet.csv, key: asset_tag }',
  '  - { id: other, file: other.csv, key: asset_tag }',
  '',
].join('\n')

const tagOf = (row: number): string => `T-${String(row).padStart(6, '0')}`
const serialOf = (row: number): string => `S${String(row).padStart(7, '0')}`
const rowOf = (row: number, model: string): string =>
  `${tagOf(row)},camera,Canon,${model},${serialOf(row)},1999.5,Shelf 7 of the rental desk`

async function writeSheet({ folder }: Studio, rows: number): Promise<void> {
  const file = createWriteStream(join(folder.dataDir, 'sheet.csv'))
  file.write(`${HEADER}\n`)
  for (let row = 1; row <= rows; row++)
    if (!file.write(`${rowOf(row, row % CHANGED_EVERY === 0 ? 'R5 II' : 'R5')}\n`)) await once(file, 'drain')
  file.end()
  await once(file, 'finish')
}

const id = "printf('%08x-0000-7000-8000-%012x', n, n)"
const tag = "printf('T-%06d', n)"
const serial = "printf('S%07d', n)"
/** A text of the first item with the id, tag and serial number of another one. */
const like = (text: string): string =>
  `replace(replace(replace(${text}, '${tagOf(1)}', ${tag}), '${serialOf(1)}', ${serial}), ?, ${id})`

/** Copies the first item and its binding, which a sync has made. Another source has bound the same items. */
async function multiply(studio: Studio, rows: number): Promise<AsyncDisposable> {
  const numbers = `with recursive number(n) as (select 2 union all select n + 1 from number where n < ${rows})`
  const [first] = await studio.apiSql<{ id: string; counters: string }>('select id, counters from gear, account_state')
  const { id: firstId = '', counters = '' } = first ?? {}
  await studio.apiSql(
    `insert into gear (account_id, id, gear_type, status, name_id, asset_tag_key, serial_number, record)
     ${numbers} select account_id, ${id}, gear_type, status, name_id, ${like('asset_tag_key').replaceAll("'T-", "'t-")}, ${serial}, ${like('record')} from gear, number`,
    firstId,
    firstId,
  )
  await studio.apiSql('update gear_name set items = ?', rows)
  await studio.apiSql(
    'update account_state set counters = replace(counters, \'"gear.camera.available":1\', ?)',
    `"gear.camera.available":${rows}`,
  )
  await studio.stateSql(
    `insert into binding (source, key_fold, gear_id, base, asset_tag, serial_number, last_seen_run, last_row, state, absences)
     ${numbers} select source, ${like('key_fold').replaceAll("'T-", "'t-")}, ${id}, ${like('base')}, ${tag}, ${serial}, last_seen_run, n + 1, state, absences
     from binding, number`,
    firstId,
    firstId,
  )
  const others = 'key_fold, gear_id, base, asset_tag, serial_number, last_seen_run, last_row, state, absences'
  await studio.stateSql(
    `insert into binding (source, ${others}) select 'other', ${others} from binding where source = 'main'`,
  )
  return {
    // The copies have no events, which the studio checks when it ends.
    async [Symbol.asyncDispose]() {
      await studio.apiSql('delete from gear where id <> ?', firstId)
      await studio.apiSql('update gear_name set items = 1')
      await studio.apiSql('update account_state set counters = ?', counters)
    },
  }
}

/** Makes a rejected plan that of a run that has written every row. */
async function writeAll(studio: Studio, runId: string): Promise<void> {
  const changed = JSON.stringify({ storage_location: { from: 'Shelf 6', to: 'Shelf 7 of the rental desk' } })
  await studio.stateSql(
    "update plan_row set outcome = 'update', action = position, body = json_set(body, '$.outcome', 'update', '$.changed', json(?)) where run_id = ?",
    changed,
    runId,
  )
  await studio.stateSql(
    "insert into row_result (run_id, position, result, gear_id, finished_at) select run_id, position, 'updated', gear_id, ? from plan_row where run_id = ?",
    new Date().toISOString(),
    runId,
  )
}

/** Makes the first rows of a plan older than their items, and the others rows without a request. */
async function makeOld(studio: Studio, runId: string): Promise<void> {
  await studio.stateSql(
    'update run set listed_at = ? where run_id = ?',
    new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString(),
    runId,
  )
  await studio.stateSql(
    "update plan_row set judged_at = 'earlier', action = case when action < ? then action end where run_id = ?",
    OLD_ROWS,
    runId,
  )
}

/**
 * @param watch is called with the worker and each of the three jobs, and executes the job
 * @returns the results of the undo
 */
export async function planLargeSheet(
  rows: number,
  watch: (workerPid: number, what: string, job: () => Promise<void>) => Promise<void>,
): Promise<Run['results']> {
  await using studio = await openStudio(testTemporal(), {
    config: SETTINGS,
    ownProcess: 'both',
    serverEnv: { KITROOM_RATE_LIMIT: 'off' },
  })
  studio.writeSheet('sheet.csv', `${HEADER}\n${rowOf(1, 'R5')}\n`)
  expect((await studio.sync.syncAll('main')).status).toBe('completed')
  await using _ = await multiply(studio, rows)
  await writeSheet(studio, rows)
  const { pid } = studio.worker
  let [runId, undoId] = ['', '']
  let results: Run['results'] = {}
  await watch(pid, `${rows} rows planned`, async () => {
    const run = await studio.sync.follow((await studio.sync.start()).run_id)
    expect(run).toMatchObject({
      status: 'waiting',
      reason: null,
      counts: { update: rows / CHANGED_EVERY, unchanged: rows - rows / CHANGED_EVERY },
    })
    runId = run.run_id
  })
  await studio.sync.reject(runId)
  await writeAll(studio, runId)
  await watch(pid, `the undo of ${rows} rows planned`, async () => {
    const undo = await studio.sync.follow((await studio.sync.undo(runId)).run_id)
    expect(undo).toMatchObject({ status: 'waiting', counts: { update: rows } })
    undoId = undo.run_id
  })
  await makeOld(studio, undoId)
  await watch(pid, `a plan of yesterday compared with ${rows} items`, async () => {
    await studio.sync.approve(undoId)
    results = (await studio.sync.follow(undoId)).results
  })
  return results
}
