import { afterAll, beforeAll, expect, it } from 'vitest'
import { testTemporal } from '../support/temporal.ts'
import { openSchedules, type Schedules } from './support/schedules.ts'
import { until } from '../support/wait.ts'
import { cameras, csv, type Row } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

const yearly = 'schedule: "0 6 1 1 *"'
const config = `sources:
  - { id: auto, file: auto.csv, approve: auto, guard: { changes: 5000 }, ${yearly} }
  - { id: manual, file: manual.csv, ${yearly} }
  - { id: large, file: large.csv, approve: auto, guard: { changes: 5000 }, ${yearly} }
`
const taggedRows = (prefix: string, rows: Row[]): Row[] =>
  rows.map((row) => ({ ...row, 'Asset Tag': `${prefix}${row['Asset Tag']}` }))

let studio: Studio
let schedules: Schedules

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config, ownProcess: 'worker' })
  schedules = await openSchedules(testTemporal(), studio)
  await until('the schedules are there', async () => (await schedules.find('large')) !== undefined)
})
afterAll(async () => {
  await schedules[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
})

const runsOf = (source: string): Promise<{ run_id: string; status: string; decide: string }[]> =>
  studio.stateSql('select run_id, status, decide from run where source = ? order by run_id', source)

it('a schedule syncs a source with approve: auto by an ordinary run', async () => {
  studio.writeSheet('auto.csv', csv(taggedRows('A-', cameras(12))))
  const start = await schedules.trigger('auto')
  expect(start.outcome).toBe('started')
  expect(await studio.sync.follow(start.runId)).toMatchObject({
    source: 'auto',
    status: 'completed',
    results: { created: 12 },
  })
  expect(await runsOf('auto')).toEqual([{ run_id: start.runId, status: 'completed', decide: 'policy' }])

  const secondStart = await schedules.trigger('auto')
  expect(secondStart.runId).not.toBe(start.runId)
  expect(await studio.sync.follow(secondStart.runId)).toMatchObject({ status: 'completed', results: { unchanged: 12 } })
})

it('a scheduled plan with approve: manual waits for a person, and the schedule does not replace it', async () => {
  studio.writeSheet('manual.csv', csv(taggedRows('M-', cameras(3))))
  const start = await schedules.trigger('manual')
  expect(await studio.sync.follow(start.runId)).toMatchObject({ status: 'waiting', counts: { create: 3 } })
  studio.writeSheet('manual.csv', csv(taggedRows('M-', cameras(4))))
  expect(await schedules.trigger('manual')).toEqual({ outcome: 'waiting', runId: start.runId })
  expect(await runsOf('manual')).toEqual([{ run_id: start.runId, status: 'waiting', decide: 'policy' }])
  expect(
    await studio.worker.waitForLog(
      'sync of manual was due; its unfinished run was left as it is: its plan waits for a decision',
    ),
  ).toMatchObject({
    source: 'manual',
    runId: start.runId,
  })
  await studio.sync.approve(start.runId)
  expect(await studio.sync.follow(start.runId)).toMatchObject({ status: 'completed', results: { created: 3 } })
})

it('a scheduled plan that writes nothing completes automatically, and blocks no later one', async () => {
  studio.writeSheet('manual.csv', csv(taggedRows('M-', cameras(3))))
  const start = await schedules.trigger('manual')
  expect(await studio.sync.follow(start.runId)).toMatchObject({ status: 'completed', results: { unchanged: 3 } })
  studio.writeSheet('manual.csv', csv(taggedRows('M-', cameras(4))))
  const nextStart = await schedules.trigger('manual')
  expect(nextStart.outcome).toBe('started')
  expect(await studio.sync.follow(nextStart.runId)).toMatchObject({ status: 'waiting', counts: { create: 1 } })
  await studio.sync.approve(nextStart.runId)
  await studio.sync.follow(nextStart.runId)
  const byHand = await studio.sync.start({ source: 'manual', decide: 'wait' })
  expect(await studio.sync.follow(byHand.run_id), 'a plan that a person requests too').toMatchObject({
    status: 'completed',
    results: { unchanged: 4 },
  })
})

it('a worker killed while a schedule starts a run starts it once, and the run ends', async () => {
  studio.writeSheet('auto.csv', csv(taggedRows('K-', cameras(40))))
  const runsBefore = await runsOf('auto')
  const startingRun = schedules.trigger('auto')
  await until('the run is there', async () => (await runsOf('auto')).length > runsBefore.length)
  await studio.worker.kill()
  await studio.startWorker()
  const start = await startingRun
  expect(start.outcome).toBe('started')
  await until('the run has ended', async () => (await studio.sync.get(start.runId)).finished_at !== null)
  expect((await runsOf('auto')).slice(runsBefore.length)).toEqual([
    { run_id: start.runId, status: 'completed', decide: 'policy' },
  ])
})

it('a schedule starts no second run while one that a person started is planning or applying', async () => {
  studio.writeSheet('large.csv', csv(taggedRows('L-', cameras(3000))))
  const manual = await studio.sync.start({ source: 'large', decide: 'policy' })
  const seenStarts = [await schedules.trigger('large')]
  await until('the plan is made', async () => (await studio.sync.get(manual.run_id)).status !== 'planning')
  seenStarts.push(await schedules.trigger('large'))
  const doneRun = await studio.sync.follow(manual.run_id)
  expect(doneRun).toMatchObject({ status: 'completed', results: { created: 3000 } })
  expect(seenStarts.map(({ runId }) => runId)).toEqual([manual.run_id, manual.run_id])
  expect(seenStarts[1]?.outcome).toBe('applying')
  expect(await runsOf('large')).toHaveLength(1)
})
