import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabaseUrl, hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { sendRecorded } from './support/recordingProxy.ts'
import { startSecondHost, type SecondHost } from './support/secondHost.ts'
import { BASE, openSignedStudio, type SignedStudio } from './support/signedStudio.ts'

// Two workers of an account share one state on PostgreSQL, and a request that was recorded between server and worker.

let signed: SignedStudio
let second: SecondHost
let secondUrl = ''

beforeAll(async () => {
  if (!hasPostgres) return
  const url = await emptyDatabaseUrl()
  signed = await openSignedStudio({ workerEnv: { KITROOM_WORKER_DATABASE_URL: url } })
  second = await startSecondHost(signed.studio, {
    KITROOM_CONTROL_PORT: '0',
    KITROOM_CONTROL_NAMES: '127.0.0.1',
  })
  secondUrl = String((await second.worker.waitForLog('ready'))['control'])
})
afterAll(async () => {
  await second?.[Symbol.asyncDispose]()
  await signed?.[Symbol.asyncDispose]()
})

it.skipIf(!hasPostgres)(
  `either worker accepts a request, and the other one refuses its copy${withoutPostgres}`,
  async () => {
    expect((await signed.browser.send('GET', `${BASE}/sources`)).status).toBe(200)
    expect(await sendRecorded(secondUrl, signed.wire.last())).toMatchObject({
      status: 401,
      detail: expect.stringMatching(/used before/),
    })
    signed.wire.isHolding = true
    await signed.browser.send('GET', `${BASE}/sources`)
    signed.wire.isHolding = false
    const held = signed.wire.last()
    const replies = await Promise.all([secondUrl, signed.workerUrl].map((url) => sendRecorded(url, held)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  },
)
