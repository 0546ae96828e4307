import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { pauseAutomation, resumeAutomation } from '../../contract/control/automations.ts'
import { listProblems } from '../../contract/control/problems.ts'
import { systemClock, toIsoTime } from '../../platform/clock.ts'
import { openState } from '../../state/database/open.ts'
import { recordDailyBegin, recordDailyEnd } from '../../state/schedules/dailyRuns.ts'
import { DAILY_SCHEDULE_KEY, storePause, storeSchedule } from '../../state/schedules/schedules.ts'
import type { Check } from '../../worker/problems/kind.ts'
import { dailyLate } from '../../worker/problems/kinds/dailyLate.ts'
import { emailChannel } from '../support/mail/ledger.ts'
import { startMailServer, type MailServer } from '../support/mail/mailServer.ts'
import { createDataFolder } from '../support/server.ts'
import { newStateUrl } from '../support/stateUrl.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { openStudio, type Studio } from './support/studio.ts'

// A daily run that does not begin. Days pass by moving the stored moments back.

const HOUR_MS = 3_600_000

let studio: Studio
let mail: MailServer

beforeAll(async () => {
  mail = await startMailServer()
  studio = await openStudio(testTemporal(), {
    config: `reminders: { channels: [${emailChannel(mail.port)}] }\n`,
    ownProcess: 'worker',
  })
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await mail.stop()
})

const hoursAgo = (hours: number): string => toIsoTime(Date.now() + hours * -HOUR_MS)
const subjects = (): string[] => mail.mails.map(({ email }) => email.subject ?? '')
const codes = async (): Promise<string[]> =>
  (await studio.sync.client.call(listProblems)).body.data.map(({ code }) => code)
const mailArrives = (subject: string): Promise<unknown> =>
  until(`a mail says "${subject}"`, async () => subjects().includes(subject))

it('one that was reported is not over because a worker starts, but once it is paused', async () => {
  await until('the schedule is set up', async () => (await studio.stateSql('select 1 from schedule')).length > 0)
  await studio.stateSql(
    `insert into daily_run (execution_id, begun_at, ended_at, day, failed, counts) values ('<x>', ?, ?, '2026-01-01', '[]', '{}')`,
    hoursAgo(40),
    hoursAgo(39),
  )
  await studio.stateSql(
    `insert into problem (problem_id, key, code, title, detail, facts, began_at) values ('late', 'daily', 'daily_late', 'Late', '', '[]', ?)`,
    hoursAgo(14),
  )
  await mailArrives('The daily run has not begun')
  // A worker that is killed before it has stored that the mail was sent would send it again.
  await until(
    'the mail is stored as sent',
    async () => (await studio.stateSql("select 1 from reminder where state = 'sent'")).length > 0,
  )
  await studio.worker.kill()
  await studio.startWorker()
  expect(await codes()).toEqual(['daily_late'])
  await studio.sync.client.call(pauseAutomation, { body: { id: 'daily', note: 'Holidays' } })
  await mailArrives('The daily run is paused')
  await studio.sync.client.call(resumeAutomation, { body: { id: 'daily' } })
  expect(await codes()).toEqual([])
  expect(subjects()).toEqual(['The daily run has not begun', 'The daily run is paused'])
})

it('lateness counts from the last begin, or from when its schedule was set, changed or resumed', async () => {
  using folder = createDataFolder()
  const state = await openState(await newStateUrl(folder.dataDir), systemClock)
  onTestFinished(() => state.close())
  const beganAtMs = Date.parse('2027-01-10T08:00:00.000Z')
  const isLate = async (hours: number, { at = '08:00', upHours = 10 } = {}): Promise<boolean> => {
    const nowMs = beganAtMs + hours * HOUR_MS
    const check = { config: { reminders: { at } }, nowMs, upSinceMs: nowMs - upHours * HOUR_MS } as Check
    const findings = await state.write((tx) => dailyLate.find(check, tx))
    return findings !== undefined && findings.length > 0
  }
  const pause = (paused: number): Promise<number> =>
    state.write((tx) => storePause(tx, { source: DAILY_SCHEDULE_KEY, paused, note: null }))
  await state.write(async (tx) => {
    await storeSchedule(tx, { source: DAILY_SCHEDULE_KEY, time_zone: 'Europe/Berlin', paused: 0, note: null })
    await recordDailyBegin(tx, 'run', toIsoTime(beganAtMs))
    await recordDailyEnd(tx, {
      executionId: 'run',
      day: '2027-01-10',
      at: toIsoTime(beganAtMs + 1000),
      failed: [],
      counts: {},
    })
  })
  expect(await isLate(0)).toBe(false)
  expect(await isLate(25.9)).toBe(false)
  expect(await isLate(26.1)).toBe(true)
  expect(await isLate(26.1, { upHours: 0.9 })).toBe(false)
  expect(await isLate(30, { at: '20:00' })).toBe(false)
  expect(await isLate(55.9, { at: '20:00' })).toBe(false)
  expect(await isLate(56, { at: '20:00' })).toBe(true)
  await pause(1)
  expect(await isLate(100, { at: '20:00' })).toBe(false)
  await pause(0)
  expect(await isLate(200, { at: '20:00' })).toBe(false)
  expect(await isLate(225.9, { at: '20:00' })).toBe(false)
  expect(await isLate(226, { at: '20:00' })).toBe(true)
})
