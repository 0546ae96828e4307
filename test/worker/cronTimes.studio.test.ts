import { randomUUID } from 'node:crypto'
import { Client, Connection } from '@temporalio/client'
import { msNumberToTs, tsToMs } from '@temporalio/common/lib/time.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listStarts } from '../../worker/context/cronTimes.ts'
import { defineSchedule } from '../../worker/schedules/definition.ts'
import { testTemporal } from '../support/temporal.ts'

// The starts of a source's schedule as the worker computes them, compared with Temporal's own.

let connection: Connection
beforeAll(async () => {
  connection = await Connection.connect({ address: testTemporal().address })
})
afterAll(() => connection.close())

const AFTER_MS = Date.parse('2027-01-10T00:00:30Z')
const UNTIL_MS = Date.parse('2029-01-10T00:00:30Z')
const LIMIT = 900

async function listTemporalStarts(cron: string, timeZone: string): Promise<string[]> {
  const { namespace } = testTemporal()
  const client = new Client({ connection, namespace })
  const { spec, policies, action } = defineSchedule(randomUUID().slice(-12), { source: 'main', cron, timeZone })
  const scheduleId = `cron:${randomUUID()}`
  const handle = await client.schedule.create({ scheduleId, spec, policies, action, state: { paused: true } })
  const range = { startTime: msNumberToTs(AFTER_MS), endTime: msNumberToTs(UNTIL_MS) }
  const found = await connection.workflowService.listScheduleMatchingTimes({ namespace, scheduleId, ...range })
  await handle.delete()
  return found.startTime.map((start) => new Date(tsToMs(start)).toISOString())
}

it.each([
  ['0 6 * * *', 'Europe/Berlin'],
  ['30 2 * * *', 'Europe/Berlin'],
  ['0 */6 * * mon-fri', 'America/New_York'],
  ['15 8-18/5 * * 1,3', 'Asia/Kolkata'],
  ['0 7 1,15 * fri', 'Europe/Berlin'],
  ['0 0 29 feb *', 'UTC'],
  ['5/20 12 */10 JAN-jun *', 'UTC'],
  ['0 9 * * 7', 'Australia/Lord_Howe'],
])('the schedule %s in %s has the starts that Temporal computes', async (cron, timeZone) => {
  const expected = await listTemporalStarts(cron, timeZone)
  const starts = listStarts({ cron, timeZone }, AFTER_MS, UNTIL_MS, LIMIT).map((ms) => new Date(ms).toISOString())
  expect(starts.slice(0, expected.length)).toEqual(expected.slice(0, LIMIT))
  expect(starts.length).toBe(Math.min(expected.length, LIMIT))
})
