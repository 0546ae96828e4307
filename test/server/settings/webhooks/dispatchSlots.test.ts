import { expect, it } from 'vitest'
import { useServer } from '../../../support/suite.ts'
import { openDispatcher, startReceiver } from '../../../support/webhooks.ts'
import { pause, until } from '../../../support/wait.ts'

const suite = useServer({ fakeClock: true })

it('an endpoint gets no more attempts while those that timed out wait to be recorded', async () => {
  await using server = await openDispatcher(suite.folder.databaseFile, {
    account: suite.aliceAccount.account_id,
    clock: suite.clock,
    timeoutMs: 2500,
  })
  const deadReceiver = await startReceiver(() => undefined)
  await server.endpoint({ url: deadReceiver.url })
  await Promise.all(Array.from({ length: 20 }, () => suite.alice.createItem()))
  server.dispatcher.wake()
  await until('an attempt has arrived', () => deadReceiver.arrivals.length > 0)
  const sent = deadReceiver.arrivals.length
  // On SQLite, a cycle begins now and waits for this write, while the attempts time out.
  const write = server.db.write(() => pause(3500, 'longer than the attempts may take'))
  server.dispatcher.wake()
  await write
  await server.send()
  expect(deadReceiver.arrivals.length, 'four at the beginning').toBeLessThanOrEqual(Math.max(sent, 4))
  await deadReceiver[Symbol.asyncDispose]()
})
