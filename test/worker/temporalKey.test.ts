import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../client/errors.ts'
import { openTemporalGate, type TemporalGate } from '../support/temporalGate.ts'
import { testTemporal } from '../support/temporal.ts'
import { openStudio, type Studio } from './support/studio.ts'

let gate: TemporalGate
let studio: Studio

beforeAll(async () => {
  const { address, namespace } = testTemporal()
  gate = await openTemporalGate(address)
  studio = await openStudio({ address: gate.address, namespace })
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await gate[Symbol.asyncDispose]()
})

test('x', { timeout: 90_000 }, async () => {
  studio.writeSheet('sheet.csv', 'Asset Tag,Type,Brand,Model\nA-1,camera,Canon,R5\n')
  expect((await studio.sync.syncAll()).status).toBe('completed')
  gate.refuse = 'UNAUTHENTICATED'
  const at = studio.worker.log.length
  const e = await studio.sync.start().catch((x: unknown) => x)
  console.log(e instanceof ApiError ? e.detail : e)
  await delay(40_000)
  console.log(JSON.stringify(studio.worker.log.slice(at), null, 1).slice(0, 6000), studio.worker.errors().slice(0, 3000))
})
