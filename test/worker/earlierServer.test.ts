import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createClient } from '../../client/client.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { listDisabledWebhooks } from '../../contract/api/webhooks.ts'
import { createEndpointProbe } from '../../worker/problems/probes/endpoints.ts'
import { fakeClock } from '../support/server.ts'
import { useServer } from '../support/suite.ts'
import { startReceiver, type ReceiverReply } from '../support/webhooks.ts'

// A worker beside an API server of an earlier version, which does not know every request.

const suite = useServer()
const INTERVAL_MS = 5 * 60_000

/** The server without one of its operations: a path that it does not know is asked instead. */
function startEarlierServer(path: string): ReturnType<typeof startReceiver> {
  const pass: (...args: Parameters<ReceiverReply>) => Promise<void> = async (arrival, response) => {
    const asked = arrival.path === path ? `${path}-of-a-later-version` : arrival.path
    const reply = await fetch(suite.server.url + asked, {
      headers: { authorization: String(arrival.headers['authorization']) },
    })
    response
      .writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' })
      .end(await reply.text())
  }
  return startReceiver((...args) => void pass(...args))
}

it('that disabled webhook endpoints cannot be read is logged once, and none is taken for enabled', async () => {
  await using earlier = await startEarlierServer(API_BASE + listDisabledWebhooks.path)
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const clock = fakeClock()
  const check = async (url: string): Promise<unknown> => {
    const api = createClient({ url: url + API_BASE, token: suite.alice.key, retries: 0 })
    const probe = createEndpointProbe({ api, clock, scaledMs: (ms) => ms, log })
    const checks = []
    for (let count = 0; count < 3; count++) {
      checks.push(await probe())
      clock.move(INTERVAL_MS)
    }
    await api.close()
    return checks
  }
  expect(await check(earlier.url)).toEqual([undefined, undefined, undefined])
  expect(lines).toEqual([expect.stringContaining('the API server is of an earlier version')])
  expect(await check(suite.server.url)).toEqual([[], [], []])
  expect(lines).toHaveLength(1)
})
