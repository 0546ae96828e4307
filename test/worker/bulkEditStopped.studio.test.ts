import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBulkEdit } from '../../contract/control/controlBulkEdit.ts'
import { listProblems, type ProblemInfo } from '../../contract/control/problems.ts'
import { runOperatorCommand } from '../support/account.ts'
import { emailChannel } from '../support/mail/ledger.ts'
import { startMailServer, type MailServer } from '../support/mail/mailServer.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { openStudio, type Studio } from './support/studio.ts'

const ITEMS = 800

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

const stopped = (list: readonly ProblemInfo[]): ProblemInfo | undefined =>
  list.find(({ code }) => code === 'sync_failed')
/** Texts of the mails that tell of a bulk edit. One that tells of other problems too has a subject without it. */
const textsOfEdits = (): string[] =>
  mail.mails.map(({ email }) => `${email.subject}\n${email.text}`).filter((text) => text.includes('bulk edit'))

it('people get one message of a bulk edit that stopped in the middle, and it is no problem once it is undone', async () => {
  for (let from = 0; from < ITEMS; from += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => studio.api.createItem({ asset_tag: `E-${from + index}` })),
    )
  const { run_id: id } = (
    await studio.sync.client.call(createBulkEdit, { body: { filter: {}, updates: { notes: 'Insured' } } })
  ).body.data
  expect(await studio.sync.follow(id)).toMatchObject({ status: 'waiting', counts: { update: ITEMS } })
  await studio.sync.approve(id)
  await until('some items are changed', async () => (await studio.sync.get(id)).progress.done > 20)
  const workerKey = (await studio.settings.get('/keys')).items().find(({ kind }) => kind === 'worker')
  expect((await studio.settings.delete(`/keys/${workerKey?.id}`)).status).toBe(200)
  expect(await studio.sync.follow(id)).toMatchObject({ status: 'stopped', reason: { code: 'invalid_api_key' } })
  const title = `A bulk edit of ${ITEMS} items was stopped before its end`
  const [text] = await until('a mail says so', async () => textsOfEdits().length > 0 && textsOfEdits())
  expect(text).toMatch(
    new RegExp(
      `${title}\n(?:.*\n)*Changes: notes\n(?:.*\n)*What became of it: .* status --plan ${id}\nUndo it: .* undo ${id}`,
    ),
  )

  const created = (await runOperatorCommand(studio.folder.dataDir, 'workerKey', '--account', studio.accountId)) as {
    api_key: string
  }
  await studio.worker.stop()
  await studio.startWorker({ KITROOM_API_KEY: created.api_key })
  expect(stopped((await studio.sync.client.call(listProblems)).body.data)).toMatchObject({ title })
  const undo = await studio.sync.follow((await studio.sync.undo(id)).run_id)
  await studio.sync.approve(undo.run_id)
  expect(await studio.sync.follow(undo.run_id)).toMatchObject({ status: 'completed' })
  await until(
    'it is no problem',
    async () => stopped((await studio.sync.client.call(listProblems)).body.data) === undefined,
  )
  expect(textsOfEdits()).toEqual([text])
})
