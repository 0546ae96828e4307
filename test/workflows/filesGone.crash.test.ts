import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountPrefix, filesQueue, syncWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import type { Run } from '../../contract/control/control.ts'
import { uploadSheet } from '../../contract/control/sheetFiles.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { cameras, csv } from '../worker/support/sheets.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

// The host with the file is gone. Two timeouts in the worker's bundle, of nine minutes and one minute, are shortened.

const SHORTENED = [
  ["activitiesWithin('9m').stageSource", "activitiesWithin('3s').stageSource"],
  ["activitiesWithin('1m').stageSource", "activitiesWithin('2s').stageSource"],
] as const

const config = `sources:
  - { id: main, file: sheet.csv }
  - { id: nas, file: nas.csv, on: studio-nas, approve: auto }
  - { id: laptop, file: laptop.csv, on: laptop }
`

let studio: Studio
let connection: Connection

function shorten(dataDir: string): void {
  const folder = join(dataDir, 'cache')
  const [name = ''] = readdirSync(folder).filter((file) => file.startsWith('workflows-'))
  let text = readFileSync(join(folder, name), 'utf8')
  for (const [from, to] of SHORTENED) {
    expect(text.split(from)).toHaveLength(2)
    text = text.replace(from, to)
  }
  writeFileSync(join(folder, name), text)
}

beforeAll(async () => {
  const temporal = testTemporal()
  studio = await openStudio(temporal, { config })
  await studio.worker.stop()
  shorten(studio.folder.dataDir)
  await studio.startWorker()
  connection = await Connection.connect({ address: temporal.address })
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await connection.close()
})

it('planning ends with files_unreachable when the host that has the file is gone', async () => {
  studio.writeSheet('sheet.csv', 'Asset Tag,Type,Brand,Model\nA-1,camera,Canon,R5\n')
  const { run_id: earlier } = await studio.sync.syncAll()
  const runId = '01a1fc03-0000-7000-8000-000000000001'
  const columns = 'source, decide, settings, file, started_at'
  const account = accountPrefix(studio.accountId)
  const input = { runId, source: 'main', filesQueue: filesQueue(account, 'gone') }
  const client = new Client({ connection, namespace: testTemporal().namespace })
  const workflowId = syncWorkflowId(account, 'main')
  // A run ends shortly before its workflow completes.
  await client.workflow.getHandle(workflowId).result()
  await client.workflow.start(workflowNames.inventorySync, {
    workflowId,
    taskQueue: taskQueue(account),
    memo: { account, runId },
    args: [input],
  })
  // Inserted after the start, because the worker starts a workflow for a run that has none.
  await studio.stateSql(
    `insert into run (run_id, ${columns}) select ?, ${columns} from run where run_id = ?`,
    runId,
    earlier,
  )
  const run = await until('the run ends', async () => {
    const found = await studio.sync.get(runId)
    return found.finished_at === null ? undefined : found
  })
  expect(run).toMatchObject({
    status: 'failed',
    reason: { code: 'files_unreachable', detail: expect.stringContaining('within 10 minutes') },
  })
  expect(await studio.sync.syncAll(), 'the next run is free to go').toMatchObject({ status: 'completed' })
})

const readMessages = () =>
  studio.stateSql<{ payload: string }>(
    "select payload from reminder where kind = 'problem' and state = 'sent' order by created_at, message_id",
  )
const readTitles = async () =>
  (await readMessages()).map(({ payload }) => (JSON.parse(payload) as { title: string }).title)
const runByPolicy = async (): Promise<Run> =>
  studio.sync.follow((await studio.sync.start({ source: 'nas', decide: 'policy' })).run_id)

async function upload(name: string, text: string): Promise<string> {
  return (await studio.sync.client.upload(uploadSheet, Buffer.from(text), { query: { name } })).body.data.upload_id
}

it('a label that no worker has is reported once; uploads and undo need no host', async () => {
  studio.writeSheet('nas.csv', csv(cameras(3)))
  for (let round = 0; round < 2; round++) {
    const run = await runByPolicy()
    expect(run).toMatchObject({
      status: 'failed',
      reason: { code: 'files_unreachable', detail: expect.stringContaining('KITROOM_FILES=studio-nas') },
    })
  }
  await until('it is reported', async () => (await readTitles()).includes('Sync of nas failed'))

  const { run_id: uploaded } = await studio.sync.start({
    source: 'laptop',
    uploadId: await upload('laptop.csv', csv(cameras(2))),
  })
  expect(await studio.sync.follow(uploaded)).toMatchObject({ status: 'waiting' })
  await studio.sync.approve(uploaded)
  expect(await studio.sync.follow(uploaded)).toMatchObject({ status: 'completed', results: { created: 2 } })
  const { run_id: undoing } = await studio.sync.undo(uploaded)
  expect(await studio.sync.follow(undoing)).toMatchObject({ status: 'waiting', counts: { delete: 2 } })
  await studio.sync.approve(undoing, 2)
  expect(await studio.sync.follow(undoing)).toMatchObject({ status: 'completed' })

  await studio.worker.stop()
  await studio.startWorker({ KITROOM_FILES: 'studio-nas' })
  expect(await runByPolicy()).toMatchObject({ status: 'completed', results: { created: 3 } })
  await until('its end is reported', async () => (await readTitles()).includes('Sync of nas works again'))
  expect((await readTitles()).filter((title) => title === 'Sync of nas failed')).toHaveLength(1)
})
