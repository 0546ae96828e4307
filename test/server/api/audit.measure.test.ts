import { expect, it } from 'vitest'
import { useServer } from '../../support/suite.ts'
import { until } from '../../support/wait.ts'

const suite = useServer({ ownProcess: true })

/** The maximum time until the audit row of a read is written. */
const MAX_DELAY_MS = 1000
/** Repetitions before the figure counts as missed. */
const RUNS = 5

it('the audit row of a read is written within a second', async () => {
  let shortestMs = Infinity
  for (let run = 0; run < RUNS && shortestMs > MAX_DELAY_MS; run++) {
    const reply = await suite.alice.get('/gear')
    const answeredAtMs = performance.now()
    const find = () => suite.sql('select 1 from audit where request_id = ?', reply.headers['request-id'] ?? '')
    await until('the request is audited', async () => (await find()).length > 0)
    shortestMs = Math.min(shortestMs, performance.now() - answeredAtMs)
  }
  expect(shortestMs).toBeLessThanOrEqual(MAX_DELAY_MS)
})
