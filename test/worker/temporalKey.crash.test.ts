import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiError } from '../../client/errors.ts'
import { listProblems } from '../../contract/control/problems.ts'
import { openTemporalGate, type TemporalGate } from '../support/temporalGate.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { openStudio, type Studio } from './support/studio.ts'
import { startProcess } from './support/process.ts'

// A key that Temporal refuses is reported as such, not as an outage.

let gate: TemporalGate
let studio: Studio

beforeAll(async () => {
  const { address, namespace } = testTemporal()
  gate = await openTemporalGate(address)
  studio = await openStudio({ address: gate.address, namespace })
  studio.writeSheet('sheet.csv', 'Asset Tag,Type,Brand,Model\nA-1,camera,Canon,R5\n')
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await gate[Symbol.asyncDispose]()
})

const codes = async (): Promise<string[]> =>
  (await studio.sync.client.call(listProblems)).body.data.map(({ code }) => code)

it.each(['UNAUTHENTICATED', 'PERMISSION_DENIED'] as const)('%s is reported as a refused key', async (code) => {
  gate.refuse = code
  const error = await studio.sync.start().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 503, code: 'temporal_refused' })
  expect((error as ApiError).detail).toMatch(
    /^Temporal refuses this worker: its key \(TEMPORAL_API_KEY\) or certificate is wrong or has expired/,
  )
  expect(await codes()).toEqual(['temporal_refused'])
  const url = String((await studio.worker.waitForLog('ready'))['url'])
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  await studio.worker.waitForLog(/^Temporal refuses this worker:/)
  gate.refuse = undefined
  await until('it works again', async () => (await codes()).length === 0)
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed' })
})

it('a worker that starts with a refused key logs it', async () => {
  await studio.worker.stop()
  gate.refuse = 'UNAUTHENTICATED'
  const waitingWorker = startProcess('worker/main.ts', studio.environment())
  await waitingWorker.waitForLog(/^Temporal at .* refuses this worker: its key \(TEMPORAL_API_KEY\)/)
  gate.refuse = undefined
  await waitingWorker.waitForLog('ready')
  expect(await waitingWorker.stop()).toBe(0)
  await studio.startWorker()
})
