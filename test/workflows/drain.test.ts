import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from '@temporalio/client'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { CHANGED_SIGNAL, workflowNames } from '../../contract/temporal.ts'
import { bundleWorkflows } from '../../worker/temporal/bundle.ts'
import { shareBundle } from '../support/bundle.ts'
import { tempFolder, type DataFolder } from '../support/server.ts'
import { testTemporal } from '../support/temporal.ts'

// The workflow `service` is nothing but a drain. Its activity stands still here, so that what comes meanwhile is known to the moment.
const taskQueue = `drain-${randomUUID()}`
let folder: DataFolder
let connection: NativeConnection
let client: Client
let worker: Worker
let running: Promise<void>
let workflowId = ''
let rounds: number[] = []
/** What the activity does the next time. */
let follow: () => Promise<{ more: boolean }>

const signal = (): Promise<unknown> =>
  client.workflow.signalWithStart(workflowNames.service, { workflowId, taskQueue, signal: CHANGED_SIGNAL, signalArgs: [], args: [] })
const ended = (): Promise<unknown> => client.workflow.getHandle(workflowId).result()
const runsOf = async (): Promise<number> => {
  let count = 0
  for await (const one of client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) if (one.workflowId === workflowId) count += 1
  return count
}

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('WARN') })
  const { address, namespace } = testTemporal()
  folder = tempFolder()
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
}, 60_000)
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

it('looks once at a burst, a moment after it began, and ends; the next signal begins anew', async () => {
  const startedAtMs = performance.now()
  await Promise.all([signal(), signal(), signal()])
  await ended()
  expect(rounds).toHaveLength(1)
  expect((rounds[0] ?? 0) - startedAtMs).toBeGreaterThan(1900)
  await signal()
  await ended()
  expect(rounds).toHaveLength(2)
}, 30_000)

it('looks again at what came while it looked', async () => {
  const looking = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  follow = async () => {
    looking.resolve()
    await goOn.promise
    return { more: false }
  }
  await signal()
  await looking.promise
  await signal()
  await delay(100)
  goOn.resolve()
  await ended()
  expect(rounds).toHaveLength(2)
}, 30_000)

it('goes on until nothing is left, under new runs so that no history grows long', async () => {
  follow = async () => ({ more: rounds.length < 60 })
  await signal()
  await ended()
  expect(rounds).toHaveLength(60)
  expect(await runsOf()).toBe(2)
}, 60_000)
