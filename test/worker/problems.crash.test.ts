import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { listProblems, type ProblemInfo } from '../../contract/control/problems.ts'
import { dailyWorkflowId } from '../../contract/temporal.ts'
import { systemClock } from '../../platform/clock.ts'
import { openState } from '../../state/database/open.ts'
import type { WorkerContext } from '../../worker/context/context.ts'
import { dailySteps } from '../../worker/wakeups/kinds/dailySteps.ts'
import { emailChannel } from '../support/mail/ledger.ts'
import { startMailServer, type MailServer } from '../support/mail/mailServer.ts'
import { testTemporal } from '../support/temporal.ts'
import { openDays, type Days } from './support/days.ts'
import { untilProblemsChecked } from './support/problemChecks.ts'
import { cameras, csv } from './support/sheets.ts'
import { until } from '../support/wait.ts'
import { openStudio, type Studio } from './support/studio.ts'

// A problem sends one message when it begins and one when it ends.

let studio: Studio
let days: Days
let mail: MailServer
let config = ''

beforeAll(async () => {
  mail = await startMailServer()
  config = `reminders: { channels: [${emailChannel(mail.port)}] }
sources:
  - { id: main, file: sheet.csv, approve: auto, guard: { changes: 5, percent: 100 } }
`
  studio = await openStudio(testTemporal(), { config })
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
  await mail.stop()
})

const subjects = (): string[] => mail.mails.map(({ email }) => email.subject ?? '')
const mailArrives = (subject: string, times = 1): Promise<unknown> =>
  until(`a mail says "${subject}"`, async () => subjects().filter((one) => one === subject).length === times)
const problems = async (): Promise<ProblemInfo[]> => (await studio.sync.client.call(listProblems)).body.data
const codes = async (): Promise<string[]> => (await problems()).map(({ code }) => code)

async function runByPolicy(): Promise<string> {
  const { run_id: runId } = await studio.sync.start({ decide: 'policy' })
  await studio.sync.follow(runId)
  return runId
}

it('a plan that the guard holds sends one message, and one more when a sync completes', async () => {
  studio.writeSheet('sheet.csv', csv(cameras(8)))
  const runId = await runByPolicy()
  await mailArrives('A plan of main waits for your decision')
  expect(await problems()).toEqual([
    expect.objectContaining({
      code: 'sync_waits',
      detail: expect.stringContaining('changes 8 items, and the guard lets 5 pass'),
    }),
  ])
  const { text } = mail.mails[0]?.email ?? {}
  expect(text).toMatch(/Changes: create 8\nPlanned at: .*\nSee it: .* status --plan .*\nWrite it: .* approve main\n/)
  // A restarted worker does not report the same problem again.
  await studio.worker.stop()
  await studio.startWorker()
  expect(await codes()).toEqual(['sync_waits'])
  await studio.sync.approve(runId)
  await studio.sync.follow(runId)
  await mailArrives('Sync of main works again')
  expect(await codes()).toEqual([])
  expect(subjects()).toEqual(['A plan of main waits for your decision', 'Sync of main works again'])
})

it('an automatic sync that fails sends a message; one that a person started does not', async () => {
  studio.writeSheet('sheet.csv', 'nothing here\n')
  const byHand = await studio.sync.start()
  expect(await studio.sync.follow(byHand.run_id)).toMatchObject({ status: 'failed' })
  expect(await codes()).toEqual([])
  await runByPolicy()
  await runByPolicy()
  await mailArrives('Sync of main failed')
  studio.writeSheet('sheet.csv', csv(cameras(9)))
  await runByPolicy()
  await mailArrives('Sync of main works again', 2)
  expect(subjects().filter((subject) => subject === 'Sync of main failed')).toHaveLength(1)
})

it('a failed daily run sends a message, and its failed steps are retried', async () => {
  await studio.apiSql(
    "update api_key set scopes = replace(scopes, 'documents:read', 'documents:none') where kind = 'worker'",
  )
  await expect(days.runDay('2031-05-01')).rejects.toMatchObject({ cause: { type: 'daily_failed' } })
  await mailArrives('The daily run could not do everything')
  const { text } = mail.mails.at(-1)?.email ?? {}
  expect(text).toMatch(
    /Failed: going through warranties and insurances: The worker's key may not do this\. This needs a key with the scope documents:read\. Make it a new one: npm start -- --account <id>/,
  )
  await studio.apiSql(
    "update api_key set scopes = replace(scopes, 'documents:none', 'documents:read') where kind = 'worker'",
  )
  // The retry is due an hour after the run.
  await studio.stateSql(
    "update daily_run set begun_at = '2026-01-01T00:00:00.000Z', ended_at = '2026-01-01T00:10:00.000Z'",
  )
  await mailArrives('The daily run works again')
  await until('the run of that day has failed steps no more', async () => {
    // Not the newest run: that of the studio's own schedule may begin now.
    const runs = await studio.stateSql<{ failed: string }>(
      "select failed from daily_run where day = '2031-05-01' order by begun_at desc",
    )
    return runs[0]?.failed === '[]'
  })
  // A day that is long over is not retried, so that nobody gets reminders as of then.
  const failed = JSON.stringify([{ step: 'sendReminders', detail: 'x' }])
  await studio.stateSql(
    `update daily_run set failed = '${failed}', day = '2026-01-01', ended_at = '2026-01-01T00:10:00.000Z'`,
  )
  const retry = days.client.workflow.getHandle(`${dailyWorkflowId(days.account)}:again`)
  const { runId } = await retry.describe()
  const stateUrl =
    studio.environment()['KITROOM_WORKER_DATABASE_URL'] ?? `sqlite:${join(studio.folder.dataDir, 'worker.db')}`
  const state = await openState(stateUrl, systemClock)
  onTestFinished(() => state.close())
  const worker = { state, clock: systemClock, account: days.account, temporal: days.client } as WorkerContext
  expect(await dailySteps.find(worker, () => false)).toEqual([])
  expect((await retry.describe()).runId).toBe(runId)
  await studio.stateSql("update daily_run set failed = '[]'")
})

it('an invalid kitroom.yaml is reported with its line number, to the recipients of the last valid one', async () => {
  studio.configure(`${config}    schedule: often\n`)
  await until('it is a problem', async () => (await codes()).includes('settings_invalid'))
  const [problem] = await problems()
  expect(problem).toMatchObject({ title: 'kitroom.yaml cannot be used' })
  expect(problem?.detail).toMatch(/^kitroom\.yaml:4: .*\nUntil it is fixed no sync starts/)
  const url = String((await studio.worker.waitForLog('ready'))['url'])
  const readyReply = await fetch(`${url}/readyz`)
  expect({ status: readyReply.status, body: await readyReply.json() }).toMatchObject({
    status: 503,
    body: { status: 'not ready', problems: [{ code: 'settings_invalid' }] },
  })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await mailArrives('kitroom.yaml cannot be used')
  expect(mail.mails.at(-1)?.email.text).toContain('Fault: kitroom.yaml:4: ')
  studio.configure(config)
  await mailArrives('kitroom.yaml can be used again')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

it('a channel that fails for a day is reported by the others, and resolved once a message gets through', async () => {
  studio.configure(`reminders: { channels: [{ id: log, type: log }, ${emailChannel(mail.port)}] }\n`)
  const values =
    "'<late@test>', 'problem', 'x', '2026-01-01', 0, 'mail', 'ada@example.com', '{\"title\":\"t\",\"facts\":[]}', 'pending', 3, '2999-01-01T00:00:00.000Z'"
  const columns =
    'message_id, kind, subject, due_on, step, channel, recipient, payload, state, attempts, next_try_at, error, created_at'
  await studio.stateSql("update reminder set sent_at = '2026-01-01T00:00:00.000Z' where sent_at is not null")
  await studio.stateSql(
    `insert into reminder (${columns}) values (${values}, 'The mail server cannot be reached.', ?)`,
    new Date(Date.now() - 2 * 86_400_000).toISOString(),
  )
  await until('it is a problem', async () => (await codes()).includes('channel_failing'))
  const reportQuery =
    "select state from reminder where kind = 'problem' and channel = 'log' and payload like '%do not get through%'"
  await until(
    'the log says so',
    async () => (await studio.stateSql<{ state: string }>(reportQuery))[0]?.state === 'sent',
  )
  await studio.stateSql("update reminder set next_try_at = '2026-01-01T00:00:00.000Z' where message_id = '<late@test>'")
  await until('it is over', async () => !(await codes()).includes('channel_failing'))
  expect(subjects().at(-1), 'the channel that failed did not take its own message').toBe('t')
})

it('a channel that fails for a day is reported though what waits was queued before its last delivery', async () => {
  studio.configure(`reminders: { channels: [{ id: log, type: log }, ${emailChannel(mail.port)}] }\n`)
  const daysAgo = (days: number): string => new Date(Date.now() + days * -86_400_000).toISOString()
  const addWaiting = (id: string, notBefore: string | null): Promise<unknown> =>
    studio.stateSql(
      `insert into reminder (message_id, kind, subject, due_on, step, channel, recipient, payload, state, attempts, next_try_at, created_at, not_before)
       values (?, 'problem', ?, '2026-01-01', 0, 'mail', 'ada@example.com', '{"title":"t","facts":[]}', 'pending', 3, '2999-01-01T00:00:00.000Z', ?, ?)`,
      `<${id}@test>`,
      id,
      daysAgo(5),
      notBefore,
    )
  await studio.stateSql('update reminder set sent_at = ? where sent_at is not null', daysAgo(3))
  // An escalation that was due a moment ago has not failed for a day.
  await addWaiting('escalated', daysAgo(0))
  await until('other problems are over', async () => (await codes()).length === 0)
  // A digest that was queued five days ago and failed for the first time a moment ago has not failed for a day either.
  await addWaiting('digest', null)
  await studio.stateSql("update reminder set first_failed_at = ? where message_id = '<digest@test>'", daysAgo(0))
  await untilProblemsChecked(studio)
  expect(await codes()).toEqual([])
  await studio.stateSql("update reminder set first_failed_at = ? where message_id = '<digest@test>'", daysAgo(1.01))
  await until('it is a problem', async () => (await codes()).includes('channel_failing'))
  expect(await problems()).toHaveLength(1)
  await studio.stateSql("delete from reminder where message_id in ('<escalated@test>', '<digest@test>')")
  await studio.stateSql('update reminder set sent_at = ? where sent_at is not null', daysAgo(-0.001))
  await until('it is over', async () => !(await codes()).includes('channel_failing'))
})

it('a key that the API refuses is reported, and that it works again', async () => {
  await studio.apiSql("update api_key set revoked_at = '2026-01-01T00:00:00.000Z' where kind = 'worker'")
  await mailArrives('The API refuses the worker’s key')
  expect(await codes()).toContain('access_lost')
  await studio.apiSql("update api_key set revoked_at = null where kind = 'worker'")
  await mailArrives('The API accepts the worker’s key again')
  expect(await codes()).not.toContain('access_lost')
})
