import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../contract/control/control.ts'
import { adoptSource } from '../../contract/control/controlAdopt.ts'
import { emailChannel } from '../support/mail/ledger.ts'
import { startMailServer, type MailServer } from '../support/mail/mailServer.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { openDays, type Days } from './support/days.ts'
import { untilProblemsChecked } from './support/problemChecks.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

let studio: Studio
let days: Days
let mail: MailServer
let config = ''

beforeAll(async () => {
  mail = await startMailServer()
  config = `reminders: { channels: [${emailChannel(mail.port)}] }
sources:
  - id: main
    file: sheet.csv
    approve: auto
    guard: { changes: 200, percent: 100 }
`
  studio = await openStudio(testTemporal(), { config })
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
  await mail.stop()
})

const NAMES = ['Alpha', 'Zeiss', 'Red']
const SERIALS = ['S9911', 'S9912', 'S9913']
const subjects = (): string[] => mail.mails.map(({ email }) => email.subject ?? '')

const writeSeries = (cells: readonly string[]) =>
  studio.writeSheet('sheet.csv', csv(cameras(3).map((row, index) => ({ ...row, Serie: cells[index] ?? '' }))))
async function runByPolicy(source = 'main'): Promise<Run> {
  const { run_id: runId } = await studio.sync.start({ source, decide: 'policy' })
  return studio.sync.follow(runId)
}
const questionsOf = async ({ run_id: id }: Run) =>
  ((await studio.sync.plan(id)).head.questions ?? []).map(({ code, about, count }) => [code, about, count])
const serials = async (): Promise<unknown[]> =>
  (await studio.api.get('/gear?limit=10')).items().map((item) => item['serial_number'])

async function runUntil(isDone: (run: Run) => boolean): Promise<Run> {
  let run = await runByPolicy()
  await until('the settings are in force', async () => isDone(run) || isDone((run = await runByPolicy())))
  return run
}

const ASKED = ['column_changed', 'Serie', 3]

it('asks once about a column that is read otherwise, and forgets the answer with an undone run', async () => {
  writeSeries(NAMES)
  expect(await runByPolicy()).toMatchObject({ status: 'completed', results: { created: 3 } })

  writeSeries(SERIALS)
  const asking = await runByPolicy()
  expect({ status: asking.status, counts: asking.counts }).toEqual({
    status: 'completed_with_errors',
    counts: { unchanged: 3 },
  })
  expect(await questionsOf(asking)).toEqual([ASKED])
  expect(await serials()).toEqual([null, null, null])
  const title = 'A column of main is not read as before and waits for an answer'
  await until('a mail asks', async () => subjects().includes(title))
  expect(await questionsOf(await runByPolicy())).toEqual([ASKED])
  await untilProblemsChecked(studio)
  expect(subjects()).toEqual([title])

  studio.configure(`${config}    columns: { Serie: serial_number }\n`)
  const answered = await runUntil(({ counts }) => counts['update'] === 3)
  expect(answered).toMatchObject({ status: 'completed', results: { updated: 3 } })
  expect(new Set(await serials())).toEqual(new Set(SERIALS))

  const undo = await studio.sync.follow((await studio.sync.undo(answered.run_id)).run_id)
  await studio.sync.approve(undo.run_id)
  expect(await studio.sync.follow(undo.run_id)).toMatchObject({ results: { updated: 3 } })
  studio.configure(config)
  writeSeries(SERIALS.map((serial) => `${serial}7`))
  const again = await runUntil(({ status }) => status === 'completed_with_errors')
  expect(await questionsOf(again)).toEqual([ASKED])
  expect(await serials()).toEqual([null, null, null])
})

it('a source that takes over the items remembers the columns, too', async () => {
  studio.configure(config.replace('id: main', 'id: moved'))
  await until('the new source is known', () =>
    studio.sync.client
      .call(adoptSource, { params: { source: 'moved' }, body: { from: 'main' } })
      .then(() => true)
      .catch(() => false),
  )
  expect(await questionsOf(await runByPolicy('moved'))).toEqual([ASKED])
})
