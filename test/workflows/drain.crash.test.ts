import { randomUUID } from 'node:crypto'
import { Client } from '@temporalio/client'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { CHANGED_SIGNAL, workflowNames } from '../../contract/temporal.ts'
import { bundleWorkflows } from '../../worker/temporal/bundle.ts'
import { shareBundle } from '../support/bundle.ts'
import { createDataFolder, type DataFolder } from '../support/server.ts'
import { testTemporal } from '../support/temporal.ts'

// The workflow `service` only drains the inbox. Its activity is replaced, so that the tests control when it returns.
const taskQueue = `drain-${randomUUID()}`
let folder: DataFolder
let connection: NativeConnection
let client: Client
let worker: Worker
let running: Promise<void> | undefined
let workflowId = ''
let rounds = 0
let follow: () => Promise<{ more: boolean }>

const signal = (): Promise<unknown> =>
  client.workflow.signalWithStart(workflowNames.service, {
    workflowId,
    taskQueue,
    signal: CHANGED_SIGNAL,
    signalArgs: [],
    args: [],
  })
const waitForEnd = (): Promise<unknown> => client.workflow.getHandle(workflowId).result()
const runsOf = async (): Promise<number> => {
  let count = 0
  for await (const one of client.workflow.list({ query: `WorkflowId = '${workflowId}'` }))
    if (one.workflowId === workflowId) count += 1
  return count
}

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('WARN') })
  const { address, namespace } = testTemporal()
  folder = createDataFolder()
  shareBundle(folder.dataDir)
  connection = await NativeConnection.connect({ address })
  client = new Client({ connection, namespace })
  const followEvents = async (): Promise<{ more: boolean }> => {
    rounds += 1
    return follow()
  }
  const codePath = await bundleWorkflows(folder.dataDir)
  worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle: { codePath },
    activities: { followEvents },
  })
})
afterAll(async () => {
  if (running) worker.shutdown()
  await running
  await connection.close()
  folder[Symbol.dispose]()
})
const runWorker = (): void => void (running ??= worker.run())

beforeEach(() => {
  workflowId = `drain:${randomUUID()}`
  rounds = 0
  follow = async () => ({ more: false })
})

it('the drain handles a burst in one round, after a delay, and ends; the next signal starts it again', async () => {
  // The worker begins when all three have arrived.
  await Promise.all([signal(), signal(), signal()])
  runWorker()
  await waitForEnd()
  expect(rounds).toBe(1)
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory()
  const steps = (events ?? []).flatMap(
    ({ timerStartedEventAttributes: timer, activityTaskScheduledEventAttributes: activity }) => [
      ...(timer ? [`timer of ${Number(timer.startToFireTimeout?.seconds)} s`] : []),
      ...(activity ? ['round'] : []),
    ],
  )
  expect(steps).toEqual(['timer of 2 s', 'round'])
  await signal()
  await waitForEnd()
  expect(rounds).toBe(2)
})

it('the drain makes another round for a signal that arrives during one', async () => {
  runWorker()
  const roundStarted = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  follow = async () => {
    roundStarted.resolve()
    await release.promise
    return { more: false }
  }
  await signal()
  await roundStarted.promise
  await signal()
  release.resolve()
  await waitForEnd()
  expect(rounds).toBe(2)
})

it('the drain continues until nothing is left, and as new runs to keep histories short', async () => {
  runWorker()
  follow = async () => ({ more: rounds < 60 })
  await signal()
  await waitForEnd()
  expect(rounds).toBe(60)
  expect(await runsOf()).toBe(2)
})
