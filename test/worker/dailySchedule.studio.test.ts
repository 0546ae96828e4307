import { randomUUID } from 'node:crypto'
import { Client, Connection } from '@temporalio/client'
import { msNumberToTs, tsToMs } from '@temporalio/common/lib/time.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defineDailySchedule, type DailyTime } from '../../worker/schedules/daily.ts'
import { testTemporal } from '../support/temporal.ts'

// The daily schedule across changes of daylight saving time, as Temporal computes it.

let connection: Connection
beforeAll(async () => {
  connection = await Connection.connect({ address: testTemporal().address })
})
afterAll(() => connection.close())

const NOW_MS = Date.parse('2027-01-10T00:00:00Z')
const DAYS = 500

async function startsOf(time: DailyTime, from: Temporal.ZonedDateTime): Promise<Temporal.ZonedDateTime[]> {
  const { namespace } = testTemporal()
  const client = new Client({ connection, namespace })
  const { spec, policies, action } = defineDailySchedule(randomUUID().slice(-12), time)
  const scheduleId = `days:${randomUUID()}`
  const handle = await client.schedule.create({ scheduleId, spec, policies, action, state: { paused: true } })
  const startTime = msNumberToTs(from.subtract({ minutes: 1 }).epochMilliseconds)
  const endTime = msNumberToTs(from.add({ days: DAYS }).subtract({ minutes: 1 }).epochMilliseconds)
  const found = await connection.workflowService.listScheduleMatchingTimes({
    namespace,
    scheduleId,
    startTime,
    endTime,
  })
  await handle.delete()
  return found.startTime.map((start) =>
    Temporal.Instant.fromEpochMilliseconds(tsToMs(start)).toZonedDateTimeISO(time.timeZone),
  )
}

it.each([
  ['08:00', 'Europe/Berlin', []],
  ['02:30', 'Europe/Berlin', ['2027-03-28T03:30', '2028-03-26T03:30']],
  ['00:00', 'Asia/Beirut', ['2027-03-28T01:00', '2028-03-26T01:00']],
  ['02:15', 'Australia/Lord_Howe', ['2027-10-03T02:45']],
  ['02:00', 'America/New_York', ['2027-03-14T03:00', '2028-03-12T03:00']],
  ['02:30', 'Asia/Kolkata', []],
])('the daily run at %s in %s starts once a day', async (runTime, timeZone, movedStarts) => {
  const from = Temporal.PlainDateTime.from(`2027-01-10T${runTime}`).toZonedDateTime(timeZone)
  const starts = await startsOf({ at: runTime, timeZone, nowMs: NOW_MS }, from)
  const days = Array.from({ length: DAYS }, (_, index) => from.toPlainDate().add({ days: index }).toString())
  expect(starts.map((start) => start.toPlainDate().toString())).toEqual(days)
  const otherStarts = starts
    .map((start) => start.toPlainDateTime().toString({ smallestUnit: 'minute' }))
    .filter((start) => !start.endsWith(runTime))
  expect(otherStarts).toEqual(movedStarts)
})
