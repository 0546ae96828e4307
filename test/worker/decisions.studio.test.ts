// @postgres
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fullOrSmall } from '../support/counts.ts'
import { testTemporal } from '../support/temporal.ts'
import { codeOf } from './support/codes.ts'
import { cameras, csv, type Row } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

const config = `sources:
  - id: main
    file: sheet.csv
  - id: auto
    file: auto.csv
    approve: auto
    guard: { changes: 30, percent: 20 }
  - id: absent
    file: no-such.csv
  - id: empty
    file: empty.csv
  - id: large
    file: large.csv
`
/** So many that planning or writing them goes on while the next request comes. */
const PLANNED_ROWS = fullOrSmall(4000, 1500)
const APPLIED_ROWS = fullOrSmall(1000, 300)

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config })
})
afterAll(() => studio[Symbol.asyncDispose]())

const taggedRows = (prefix: string, rows: Row[]): Row[] =>
  rows.map((row) => ({ ...row, 'Asset Tag': `${prefix}${row['Asset Tag']}` }))
const total = async (): Promise<number> => (await studio.api.get('/gear')).pagination().total

it('a rejected plan writes nothing and can no longer be approved', async () => {
  studio.writeSheet('sheet.csv', csv(cameras(3)))
  const { run_id: runId } = await studio.sync.start()
  await studio.sync.follow(runId)
  const totalBefore = await total()
  const rejectedRun = await studio.sync.reject(runId)
  expect(rejectedRun).toMatchObject({ status: 'rejected', results: { not_reached: 3 } })
  expect(rejectedRun.finished_at).not.toBeNull()
  expect(await codeOf(studio.sync.approve(runId))).toBe('not_waiting')
  expect(await codeOf(studio.sync.reject(runId))).toBe('not_waiting')
  expect(await total()).toBe(totalBefore)
  expect(await studio.stateSql('select * from binding')).toEqual([])
  expect((await studio.sync.report(runId)).rows.map((row) => row.result)).toEqual([
    'not_reached',
    'not_reached',
    'not_reached',
  ])
})

it('a new run supersedes a waiting plan, which can no longer be approved', async () => {
  const firstRun = await studio.sync.start()
  await studio.sync.follow(firstRun.run_id)
  const secondRun = await studio.sync.start()
  expect(await studio.sync.get(firstRun.run_id)).toMatchObject({ status: 'superseded' })
  expect(await codeOf(studio.sync.approve(firstRun.run_id))).toBe('not_waiting')
  expect(await studio.sync.follow(secondRun.run_id)).toMatchObject({ status: 'waiting' })
  await studio.sync.reject(secondRun.run_id)
})

it('a new run supersedes one that is still planning', async () => {
  studio.writeSheet('large.csv', csv(taggedRows('L-', cameras(PLANNED_ROWS))))
  const firstRun = await studio.sync.start({ source: 'large' })
  const secondRun = await studio.sync.start({ source: 'large' })
  expect(await studio.sync.get(firstRun.run_id)).toMatchObject({ status: 'superseded' })
  expect(await studio.sync.follow(secondRun.run_id)).toMatchObject({
    status: 'waiting',
    counts: { create: PLANNED_ROWS },
  })
  await studio.sync.reject(secondRun.run_id)
})

it('a new run is refused with sync_running while a plan is applied, and decisions with not_waiting', async () => {
  studio.writeSheet('large.csv', csv(taggedRows('L-', cameras(APPLIED_ROWS))))
  const { run_id: runId } = await studio.sync.start({ source: 'large' })
  await studio.sync.follow(runId)
  await studio.sync.approve(runId)
  expect(await codeOf(studio.sync.start({ source: 'large' }))).toBe('sync_running')
  expect(await codeOf(studio.sync.approve(runId))).toBe('not_waiting')
  const seenCounts: number[] = []
  const doneRun = await studio.sync.follow(runId, (run) => seenCounts.push(run.progress.done))
  expect(doneRun).toMatchObject({ status: 'completed', results: { created: APPLIED_ROWS } })
  expect(seenCounts, 'progress never goes back').toEqual(seenCounts.toSorted((a, b) => a - b))
  expect(seenCounts.length).toBeGreaterThan(3)
})

it('a source with approve: auto is applied automatically within its guard and waits for a person above it', async () => {
  const rows = taggedRows('A-', cameras(20))
  studio.writeSheet('auto.csv', csv(rows))
  const creatingRun = await studio.sync.start({ source: 'auto', decide: 'policy' })
  expect(await studio.sync.follow(creatingRun.run_id)).toMatchObject({ status: 'completed', results: { created: 20 } })

  const change = (count: number, place: string): void => {
    for (const row of rows.slice(0, count)) row['Storage Location'] = place
    studio.writeSheet('auto.csv', csv(rows))
  }
  change(4, 'Van')
  const fewRun = await studio.sync.start({ source: 'auto', decide: 'policy' })
  expect(await studio.sync.follow(fewRun.run_id)).toMatchObject({
    status: 'completed',
    results: { updated: 4, unchanged: 16 },
    reason: null,
  })
  change(5, 'Truck')
  const manyRun = await studio.sync.start({ source: 'auto', decide: 'policy' })
  expect(await studio.sync.follow(manyRun.run_id)).toMatchObject({
    status: 'waiting',
    counts: { update: 5 },
    reason: { code: 'guard_percent' },
  })
  await studio.sync.approve(manyRun.run_id)
  expect(await studio.sync.follow(manyRun.run_id)).toMatchObject({ status: 'completed', results: { updated: 5 } })

  studio.writeSheet('auto.csv', csv([...rows, ...taggedRows('B-', cameras(31))]))
  const grownRun = await studio.sync.start({ source: 'auto', decide: 'policy' })
  expect(await studio.sync.follow(grownRun.run_id)).toMatchObject({
    status: 'waiting',
    counts: { create: 31 },
    reason: { code: 'guard_changes' },
  })
  await studio.sync.reject(grownRun.run_id)
})

it('decide: wait leaves the plan of an automatic source waiting', async () => {
  const { run_id: runId } = await studio.sync.start({ source: 'auto', decide: 'wait' })
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'waiting', reason: null })
  await studio.sync.reject(runId)
})

it('a source whose file is missing or not a sheet fails with a code and a sentence', async () => {
  const absentRun = await studio.sync.start({ source: 'absent' })
  const failedRun = await studio.sync.follow(absentRun.run_id)
  expect(failedRun).toMatchObject({ status: 'failed', reason: { code: 'unreadable_file' } })
  expect(failedRun.reason?.detail).toBe('no-such.csv is not there. The path is relative to kitroom.yaml.')
  expect((await studio.sync.report(absentRun.run_id)).rows).toEqual([])

  studio.writeSheet('empty.csv', '')
  const emptyRun = await studio.sync.start({ source: 'empty' })
  const refusedRun = await studio.sync.follow(emptyRun.run_id)
  expect(refusedRun.status).toBe('failed')
  expect(refusedRun.reason?.code).toBeOneOf(['no_rows', 'no_header'])
})

it('an item that one source has bound is refused in another', async () => {
  studio.writeSheet('sheet.csv', csv(taggedRows('A-', cameras(1))))
  const run = await studio.sync.syncAll('main')
  expect(run).toMatchObject({ status: 'completed_with_errors', results: { refused: 1 } })
  const report = await studio.sync.report(run.run_id)
  expect(report.rows[0]?.errors?.map((error) => error.code)).toEqual(['owned_by_other_source'])
})
