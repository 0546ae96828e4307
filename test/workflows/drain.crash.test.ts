import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
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
let running: Promise<void>
let workflowId = ''
let rounds: number[] = []
let follow: () => Promise<{ more: boolean }>

const signal = (): Promise<unknown> =>
  client.workflow.signalWithStart(workflowNames.service, { workflowId, taskQueue, signal: CHANGED_SIGNAL, signalArgs: [], args: [] })
const waitForEnd = (): Promise<unknown> => client.workflow.getHandle(workflowId).result()
const runsOf = async (): Promise<number> => {
  let count = 0
  for await (const one of client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) if (one.workflowId === workflowId) count += 1
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
    rounds.push(performance.now())
    return follow()
  }
  const codePath = await bundleWorkflows(folder.dataDir)
  worker = await Worker.create({ connection, namespace, taskQueue, workflowBundle: { codePath }, activities: { followEvents } })
  running = worker.run()
})
afterAll(async () => {
  worker.shutdown()
  await running
  await connection.close()
  folder[Symbol.dispose]()
})
beforeEach(() => {
  workflowId = `drain:${randomUUID()}`
  rounds = []
  follow = async () => ({ more: false })
})

it('the drain handles a burst in one round, after a delay, and ends; the next signal starts it again', async () => {
  const startedAtMs = performance.now()
  await Promise.all([signal(), signal(), signal()])
  await waitForEnd()
  expect(rounds).toHaveLength(1)
  expect((rounds[0] ?? 0) - startedAtMs).toBeGreaterThan(1900)
  await signal()
  await waitForEnd()
  expect(rounds).toHaveLength(2)
})

it('the drain makes another round for a signal that arrives during one', async () => {
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
  await delay(100)
  release.resolve()
  await waitForEnd()
  expect(rounds).toHaveLength(2)
})

it('the drain continues until nothing is left, and as new runs to keep histories short', async () => {
  follow = async () => ({ more: rounds.length < 60 })
  await signal()
  await waitForEnd()
  expect(rounds).toHaveLength(60)
  expect(await runsOf()).toBe(2)
})
