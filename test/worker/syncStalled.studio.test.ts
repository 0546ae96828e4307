import { afterAll, beforeAll, expect, it } from 'vitest'
import { abortRun } from '../../contract/control/control.ts'
import { listProblems } from '../../contract/control/problems.ts'
import { pauseSchedule, resumeSchedule } from '../../contract/control/schedules.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { emailChannel } from '../support/mail/ledger.ts'
import { startMailServer, type MailServer } from '../support/mail/mailServer.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'
import { untilProblemsChecked } from './support/problemChecks.ts'

// A source with a schedule of which no run ends any more. Days pass by moving the stored moments back.

const DAY_MS = 86_400_000

let studio: Studio
let mail: MailServer

beforeAll(async () => {
  mail = await startMailServer()
  const config = `reminders: { channels: [${emailChannel(mail.port)}] }
sources:
  - { id: main, file: sheet.csv, approve: auto, guard: { changes: 50 }, schedule: "0 6 * * *" }
  # No host has this label, so its sheet is awaited.
  - { id: far, file: far.csv, on: far-away, schedule: "0 6 * * *" }
`
  studio = await openStudio(testTemporal(), { config })
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await mail.stop()
})

const subjects = (): string[] => mail.mails.map(({ email }) => email.subject ?? '')
const codes = async (): Promise<string[]> =>
  (await studio.sync.client.call(listProblems)).body.data.map(({ code }) => code)
const daysAgo = (days: number): string => toIsoTime(Date.now() + days * -DAY_MS)
const isWatched = (): Promise<unknown> =>
  until(
    'the schedule is watched',
    async () => (await studio.stateSql("select source from schedule_watch where source = 'main'")).length === 1,
  )

async function syncNow(decide: 'policy' | 'wait' = 'policy'): Promise<string> {
  const { run_id: runId } = await studio.sync.start({ decide })
  await studio.sync.follow(runId)
  return runId
}

/** Lets the last run have ended some days ago. */
async function letDaysPass(days: number): Promise<void> {
  await isWatched()
  await studio.stateSql('update run set finished_at = ? where finished_at is not null', daysAgo(days))
  await studio.stateSql("update schedule_watch set since = ? where source = 'main'", daysAgo(days))
}

const isStalled = (): Promise<unknown> => until('it is a problem', async () => (await codes()).includes('sync_stalled'))
/** Checks of the worker come and go. */
async function stays(expected: string[] = []): Promise<void> {
  await untilProblemsChecked(studio)
  expect(await codes()).toEqual(expected)
}

it('a schedule without an ended run for three starts is reported once, and that it works again', async () => {
  studio.writeSheet('sheet.csv', csv(cameras(3)))
  await syncNow()
  // A daily schedule has at most two starts in less than two days.
  await letDaysPass(1.9)
  await stays()
  await letDaysPass(5)
  await isStalled()
  expect(subjects(), 'nobody is notified for an hour').toEqual([])
  await studio.stateSql('update problem set began_at = ?', daysAgo(0.05))
  const title = `No sync of main has ended since ${daysAgo(5).slice(0, 10)}`
  await until('the mail', async () => subjects().includes(title))
  expect(mail.mails[0]?.email.text).toMatch(
    /Schedule: 0 6 \* \* \*\n.*\nWhy: It started none, .*\nSync now: npm run kitroom -- sync plan main\n/,
  )
  await syncNow()
  await until('the end', async () => subjects().includes('Sync of main works again'))
  expect(subjects()).toEqual([title, 'Sync of main works again'])
  expect(await codes()).toEqual([])
})

it('a paused schedule has not stalled, and a resumed one counts from then on', async () => {
  await letDaysPass(9)
  await isStalled()
  await studio.sync.client.call(pauseSchedule, { params: { source: 'main' }, body: {} })
  await until('it is over', async () => (await codes()).length === 0)
  await studio.sync.client.call(resumeSchedule, { params: { source: 'main' }, body: {} })
  await isWatched()
  await stays()
  expect(subjects(), 'what nobody was notified of has no end').toHaveLength(2)
})

it('a plan that waits for a person has not stalled', async () => {
  studio.writeSheet('sheet.csv', csv(cameras(80)))
  const runId = await syncNow()
  await letDaysPass(9)
  await until('it waits', async () => (await codes()).includes('sync_waits'))
  await stays(['sync_waits'])
  await studio.sync.reject(runId)
  await until('it was decided', async () => (await codes()).length === 0)
  expect(subjects().filter((subject) => subject.startsWith('No sync of main'))).toHaveLength(1)
})

it('a run that does not end is named', async () => {
  await studio.sync.start({ source: 'far', decide: 'policy' })
  await until(
    'the schedule is watched',
    async () => (await studio.stateSql("select source from schedule_watch where source = 'far'")).length === 1,
  )
  await studio.stateSql("update schedule_watch set since = ? where source = 'far'", daysAgo(9))
  await isStalled()
  const [problem] = (await studio.sync.client.call(listProblems)).body.data
  expect(problem?.detail).toMatch(
    /A sync began at .* and has not ended\.\nSee it: npm run kitroom -- sync status --plan /,
  )
  await studio.sync.client.call(abortRun, { params: { source: 'far' }, body: {} })
  await until('it is over', async () => (await codes()).length === 0)
})
