import { afterAll, beforeAll, expect, it } from 'vitest'
import { listProblems, type ProblemInfo } from '../../contract/control/problems.ts'
import type { Run } from '../../contract/control/control.ts'
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
`
  studio = await openStudio(testTemporal(), { config })
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
  await mail.stop()
})

const problems = async (): Promise<ProblemInfo[]> => (await studio.sync.client.call(listProblems)).body.data
const subjects = (): string[] => mail.mails.map(({ email }) => email.subject ?? '')
const mailArrives = (subject: string): Promise<unknown> =>
  until(`a mail says "${subject}"`, async () => subjects().includes(subject))

async function runByPolicy(): Promise<Run> {
  const { run_id: runId } = await studio.sync.start({ decide: 'policy' })
  return studio.sync.follow(runId)
}

it('a row that may be gone waits for an answer, the others are applied, and people are told once', async () => {
  const [first, second, third] = cameras(3)
  studio.writeSheet('sheet.csv', csv([{ ...first, Active: 'Yes' }, { ...second, Active: 'No' }, { ...third }]))
  const run = await runByPolicy()
  expect(run).toMatchObject({
    status: 'completed_with_errors',
    counts: { create: 2, question: 1 },
    results: { created: 2, question: 1 },
  })
  const { head, rows } = await studio.sync.report(run.run_id)
  expect(head.questions).toMatchObject([{ code: 'gone_column', about: 'Active', count: 1, rows: [3] }])
  expect(rows[1]).toMatchObject({ outcome: 'question', result: 'question', questions: [{ cell: 'G3', raw: 'No' }] })
  await mailArrives('One row of main waits for an answer')
  expect(await problems()).toMatchObject([
    { code: 'sync_asks', detail: expect.stringContaining('Does the column "Active" say') },
  ])

  expect(await runByPolicy()).toMatchObject({ counts: { unchanged: 2, question: 1 } })
  await untilProblemsChecked(studio)
  expect(subjects()).toEqual(['One row of main waits for an answer'])

  studio.configure(`${config}    presence: { Active: here }\n    sold_lists: retire\n`)
  await until('the answer is in force', async () => {
    const answered = await runByPolicy()
    return (answered.counts['question'] ?? 0) === 0
  })
  await mailArrives('No row of main waits for an answer any more')
  const retired = (await studio.api.get('/gear?asset_tag=K-0002')).items()
  expect(retired).toMatchObject([{ status: 'retired' }])
  expect(subjects()).toHaveLength(2)
})
