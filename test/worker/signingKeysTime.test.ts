import { expect, it } from 'vitest'
import { createSigningKeys } from '../../worker/control/signingKeys.ts'
import { fakeClock } from '../support/server.ts'

// The time by which signed requests end is that of the servers, whatever the worker's own clock says.

const SERVER_MS = Date.parse('2026-11-27T12:00:00.000Z')

it.each([-3_600_000, -100_000, 0, 100_000, 3_600_000])(
  'a worker whose clock differs by %d ms follows the servers',
  async (ms) => {
    const clock = fakeClock(SERVER_MS + ms)
    const keys = createSigningKeys(async () => ({ keys: new Map(), serverMs: SERVER_MS }), clock)
    await keys.find('unknown')
    const readMs = keys.serverNowMs()
    expect(readMs).toBeGreaterThanOrEqual(SERVER_MS)
    clock.move(-600_000)
    expect(keys.serverNowMs(), 'a clock that is set back lets no request live longer').toBeGreaterThanOrEqual(readMs)
    clock.move(600_000 + 61_000)
    expect(keys.serverNowMs(), 'nor does a machine that slept').toBeGreaterThanOrEqual(readMs + 60_000)
    await keys.refresh()
    expect(keys.serverNowMs(), 'the next read corrects it').toBeLessThan(readMs + 60_000)
  },
)

it('a server that does not send its time leaves the clock of the machine', async () => {
  const clock = fakeClock(SERVER_MS)
  const keys = createSigningKeys(async () => ({ keys: new Map(), serverMs: undefined }), clock)
  await keys.find('unknown')
  expect(keys.serverNowMs()).toBeGreaterThanOrEqual(SERVER_MS)
})
