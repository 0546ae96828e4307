// @postgres-long
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forEachLimit } from '../../activities/shared/forEachLimit.ts'
import { fullOrSmall } from '../support/counts.ts'
import { testTemporal } from '../support/temporal.ts'
import { openDays, type Days } from './support/days.ts'
import { until } from '../support/wait.ts'
import { openStudio, type Studio } from './support/studio.ts'

// The daily run reads insurances inside the watch window, and only counts those that ended long ago.

const ENDED = fullOrSmall(2000, 450)
const INSIDE = 5
const LISTS_OF_WINDOW = 2
const COUNTS = 2

const today = Temporal.Now.plainDateISO('UTC')
const dayIn = (days: number): string => today.add({ days }).toString()

let studio: Studio
let days: Days
let lists = 0
let upstream = ''

/** Forwards to the API server, and counts lists of documents. */
const proxy = createServer((incoming, outgoing) => {
  if (incoming.method === 'GET' && incoming.url?.startsWith('/api/v1/documents?')) lists++
  const { method, headers } = incoming
  const forwarded = request(new URL(incoming.url ?? '/', upstream), { method, headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(outgoing)
  })
  forwarded.on('error', () => outgoing.destroy())
  incoming.pipe(forwarded)
})

const config = (channels: string): string => `reminders:\n  channels:\n${channels}`
const LOG = '    - id: log\n      type: log\n'

beforeAll(async () => {
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  studio = await openStudio(testTemporal(), { config: config(LOG) })
  upstream = studio.server.url
  await studio.worker.stop()
  await studio.startWorker({ KITROOM_URL: url })
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
  proxy.close()
})

async function addInsurance(expiresOn: string): Promise<string> {
  const reply = await studio.settings.post('/documents', {
    type: 'insurance',
    title: `Until ${expiresOn}`,
    expires_on: expiresOn,
  })
  expect(reply.status).toBe(201)
  return reply.item().id
}

const untilSent = (count: number): Promise<true> =>
  until('every reminder is sent', async () => (await studio.countInState("reminder where state = 'sent'")) === count)

async function runDay(day: string): Promise<{ counts: unknown; lists: number }> {
  lists = 0
  const { reconcileWarranties: counts } = await days.runDay(day)
  return { counts, lists }
}

it('ended insurances are listed once, then counted; a differing number, a week and new recipients make them count again', async () => {
  const ends = [
    ...Array.from({ length: ENDED }, (_, index) => dayIn(-100 - (index % 500))),
    ...Array.from({ length: INSIDE }, (_, index) => dayIn(10 + index)),
  ]
  await forEachLimit(ends, 16, async (end) => void (await addInsurance(end)))
  // The evaluation at the worker's start may have found some.
  expect((await runDay(dayIn(0))).counts).toMatchObject({ covers: ENDED + INSIDE })
  await untilSent(ENDED + INSIDE)
  await runDay(dayIn(0))
  expect(await studio.countInState('coverage where settled_end = expires_on')).toBe(ENDED)
  const quiet = await runDay(dayIn(1))
  expect(quiet).toMatchObject({
    counts: { covers: ENDED + INSIDE, queued: 0, opened: 0 },
    lists: LISTS_OF_WINDOW + COUNTS,
  })

  const another = await addInsurance(dayIn(-200))
  expect((await runDay(dayIn(1))).counts).toMatchObject({ covers: ENDED + INSIDE + 1, queued: 1, opened: 1 })
  await untilSent(ENDED + INSIDE + 1)
  expect((await studio.settings.delete(`/documents/${another}`)).status).toBe(200)
  await addInsurance(dayIn(-201))
  expect((await runDay(dayIn(2))).counts, 'the number is the same').toMatchObject({ queued: 0, opened: 0 })
  expect((await runDay(dayIn(8))).counts, 'a week later').toMatchObject({ covers: ENDED + INSIDE + 1, opened: 1 })
  await until(
    'the other one is found',
    async () => (await studio.countInState(`reminder where due_on = '${dayIn(-201)}'`)) > 1,
  )

  studio.configure(config(`${LOG}    - id: second\n      type: log\n`))
  await until(
    'the second channel gets all',
    async () => (await studio.countInState("reminder where channel = 'second'")) === ENDED + INSIDE + 1,
  )
})
