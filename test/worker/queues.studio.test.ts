import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  accountPrefix,
  dailyWorkflowId,
  notifyQueue,
  planQueue,
  syncWorkflowId,
  taskQueue,
  workflowNames,
} from '../../contract/temporal.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { until } from '../support/wait.ts'
import { openStudio, type Studio } from './support/studio.ts'

// Which task queue each activity is on, and how many plans run at a time.

const SOURCES = ['one', 'two', 'three', 'four', 'five']

let studio: Studio
let connection: Connection
let temporal: Client
let account = ''

beforeAll(async () => {
  const { address, namespace } = testTemporal()
  studio = await openStudio(testTemporal(), {
    config: `sources:\n${SOURCES.map((id) => `  - id: ${id}\n    file: ${id}.csv\n`).join('')}`,
  })
  connection = await Connection.connect({ address })
  temporal = new Client({ connection, namespace })
  account = accountPrefix(studio.accountId)
})
afterAll(async () => {
  await connection.close()
  await studio[Symbol.asyncDispose]()
})

/** The task queue of each activity that a workflow scheduled. */
async function readQueues(workflowId: string): Promise<Record<string, string>> {
  const { events } = await temporal.workflow.getHandle(workflowId).fetchHistory()
  const scheduled = events?.flatMap((event) => event.activityTaskScheduledEventAttributes ?? []) ?? []
  return Object.fromEntries(
    scheduled.map(({ activityType, taskQueue: queue }) => [activityType?.name ?? '', queue?.name ?? '']),
  )
}

it('planning and sending have queues of their own', async () => {
  studio.writeSheet('one.csv', csv(cameras(3)))
  expect((await studio.sync.syncAll('one')).status).toBe('completed')
  const queues = await readQueues(syncWorkflowId(account, 'one'))
  expect(queues).toMatchObject({
    planRun: planQueue(account),
    startApplying: taskQueue(account),
    applySlice: taskQueue(account),
  })
  const workflowId = `${dailyWorkflowId(account)}:queues`
  await temporal.workflow.execute(workflowNames.daily, { workflowId, taskQueue: taskQueue(account), args: [{}] })
  expect(await readQueues(workflowId)).toMatchObject({
    sendReminders: notifyQueue(account),
    remindOfMaintenance: taskQueue(account),
  })
})

/** The attempt's state of the activity that a source's workflow waits for. */
async function readPlanState(source: string): Promise<number | undefined> {
  const { raw } = await temporal.workflow.getHandle(syncWorkflowId(account, source)).describe()
  return raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'planRun')?.state ?? undefined
}

const SCHEDULED = 1
const STARTED = 2

it(`of ${SOURCES.length} sources that are planned together some wait, and all are planned in the end`, async () => {
  for (const [index, source] of SOURCES.entries())
    studio.writeSheet(
      `${source}.csv`,
      csv(cameras(2000).map((row) => ({ ...row, 'Asset Tag': `${index}-${String(row['Asset Tag'])}` }))),
    )
  const runs = await Promise.all(SOURCES.map((source) => studio.sync.start({ source })))
  const seen: number[] = []
  let hasWaited = false
  await until('all are planned', async () => {
    const states = await Promise.all(SOURCES.map(readPlanState))
    seen.push(states.filter((state) => state === STARTED).length)
    hasWaited ||= states.includes(SCHEDULED)
    const current = await Promise.all(runs.map((run) => studio.sync.get(run.run_id)))
    return current.every(({ status }) => status === 'waiting')
  })
  // The workflows are described one after another, so one plan may end and another begin meanwhile.
  expect(Math.max(...seen)).toBeLessThan(SOURCES.length)
  expect(hasWaited, 'a plan waits for a slot').toBe(true)
})
