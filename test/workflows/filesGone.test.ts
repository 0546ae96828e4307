import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountPrefix, filesQueue, syncWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../worker/support/schedules.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

// The host with the file never returns. Two timeouts in the worker's bundle, of nine minutes and one minute, are shortened.

const SHORTENED = [
  ["fileActivitiesOn)(filesQueue, '9m').stageSource", "fileActivitiesOn)(filesQueue, '3s').stageSource"],
  ["fileActivitiesOn)(filesQueue, '1m')", "fileActivitiesOn)(filesQueue, '2s')"],
] as const

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
  studio = await openStudio(temporal, { ownProcess: 'worker' })
  await studio.worker.stop()
  shorten(studio.folder.dataDir)
  await studio.startWorker()
  connection = await Connection.connect({ address: temporal.address })
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await connection.close()
})

test('planning ends with files_unreachable when the host that has the file is gone', { timeout: 60_000 }, async () => {
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
  await studio.stateSql(`insert into run (run_id, ${columns}) select ?, ${columns} from run where run_id = ?`, runId, earlier)
  const run = await until('the run ends', async () => {
    const found = await studio.sync.get(runId)
    return found.finished_at === null ? undefined : found
  })
  expect(run).toMatchObject({ status: 'failed', reason: { code: 'files_unreachable', detail: expect.stringContaining('within 10 minutes') } })
  expect(await studio.sync.syncAll(), 'the next run is free to go').toMatchObject({ status: 'completed' })
})
