import { afterAll, beforeAll, expect, it } from 'vitest'
import { runReminders } from '../../contract/control/reminders.ts'
import { testTemporal } from '../support/temporal.ts'
import { openStudio, type Studio } from './support/studio.ts'

// A daily run that takes longer than a call waits for it.

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal())
})
afterAll(() => studio[Symbol.asyncDispose]())

const run = async (): Promise<unknown> => (await studio.sync.client.call(runReminders, { body: {} })).body.data

it('each call replies `running` until the daily run has ended', async () => {
  await studio.server.stop()
  for (const _ of [1, 2]) expect(await run()).toMatchObject({ outcome: 'running' })
  await studio.restartServer()
  await expect.poll(run).toMatchObject({ outcome: 'completed' })
})
