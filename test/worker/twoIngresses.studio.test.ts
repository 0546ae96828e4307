import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueCalendarAddress } from '../../contract/control/calendars.ts'
import { workerScopes } from '../../contract/scopes.ts'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import { addKey } from '../support/account.ts'
import { shareBundle } from '../support/bundle.ts'
import { canInjectFaults, noFaultsSuffix, prepareFaults } from '../support/faults/faults.ts'
import { testTemporal } from '../support/temporal.ts'
import { emptyDatabaseUrl, hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { deliver, someEvent, type SentEvent } from './support/events.ts'
import { startProcess, type Started } from './support/process.ts'
import { cameras, csv } from './support/sheets.ts'
import { mainSource, openStudio, type Studio } from './support/studio.ts'
import { openSync } from './support/sync.ts'

// Two workers of one account on two hosts: they share the state and the webhook's secret, and a balancer chooses
// between them.

const PUBLIC = 'https://kitroom.example'
const secret = createWebhookSecret()
const otherHost = mkdtempSync(join(tmpdir(), 'kitroom-host-'))
let studio: Studio
let second: Started
let ingresses: string[] = []

const ingressOf = async (worker: Started): Promise<string> => String((await worker.waitForLog('ready'))['ingress'])
const send = (index: number, event: SentEvent): Promise<Response> =>
  deliver(ingresses[index % 2] ?? '', event, { secrets: [secret] })

interface Feed {
  status: number
  text: string
  etag: string | null
  modified: string | null
}

const feed = async (index: number, path: string, headers: Record<string, string> = {}): Promise<Feed> => {
  const reply = await fetch(`${ingresses[index] ?? ''}${path}`, { headers })
  return {
    status: reply.status,
    text: await reply.text(),
    etag: reply.headers.get('etag'),
    modified: reply.headers.get('last-modified'),
  }
}

const addressOf = async (rotate: boolean): Promise<string> => {
  const { body } = await studio.sync.client.call(issueCalendarAddress, { params: { id: 'team' }, body: { rotate } })
  return body.data.url.slice(PUBLIC.length)
}

describe.skipIf(!hasPostgres)(`two workers behind a balancer${withoutPostgres}`, () => {
  beforeAll(async () => {
    studio = await openStudio(testTemporal(), {
      config: `${mainSource}calendars:\n  - id: team\n`,
      workerEnv: {
        KITROOM_WORKER_DATABASE_URL: await emptyDatabaseUrl(),
        KITROOM_WEBHOOK_SECRET: secret,
        KITROOM_PUBLIC_URL: PUBLIC,
      },
    })
    shareBundle(otherHost)
    const key = await addKey(studio.folder.databaseFile, studio.accountId, {
      scopes: workerScopes,
      ratePerSecond: 1000,
    })
    const faults = canInjectFaults ? prepareFaults(otherHost) : undefined
    faults?.moveWallClock(60_000)
    second = startProcess('worker/main.ts', {
      ...studio.environment(),
      ...faults?.env,
      KITROOM_DATA_DIR: otherHost,
      KITROOM_API_KEY: key,
    })
    ingresses = [await ingressOf(studio.worker), await ingressOf(second)]
  })
  afterAll(async () => {
    await second.stop()
    await studio[Symbol.asyncDispose]()
    rmSync(otherHost, { recursive: true, force: true })
  })

  it('store an event once, whichever receives it, and however often it comes', async () => {
    const tests = Array.from({ length: 5 }, () => someEvent('webhook.test', {}))
    const sent = tests.flatMap((event) => Array.from({ length: 8 }, () => event))
    const statuses = await Promise.all(sent.map(async (event, index) => (await send(index, event)).status))
    expect(statuses.filter((status) => status === 202)).toHaveLength(tests.length)
    expect(statuses.filter((status) => status === 200)).toHaveLength(sent.length - tests.length)
    const logged = [...studio.worker.log, ...second.log]
      .filter(({ msg }) => String(msg).startsWith('A test event came in'))
      .map(({ webhookId }) => webhookId)
    expect(logged).toHaveLength(tests.length)
    expect(new Set(logged)).toEqual(new Set(tests.map(({ id }) => id)))
  })

  it('know each other’s events when the sender repeats them at the other one', async () => {
    for (const type of ['document.updated', 'gear.created']) {
      const event = someEvent(type)
      expect((await send(0, event)).status).toBe(202)
      expect((await send(1, event)).status).toBe(200)
      expect((await send(0, event)).status).toBe(200)
    }
  })

  it('serve a feed with the same text and ETag', async () => {
    const shootDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    const { id } = (await studio.api.post('/shoots', { title: 'Lookbook', shoot_date: shootDate })).item()
    const path = await addressOf(false)
    expect(await feed(0, path)).toMatchObject({ status: 200, text: expect.stringContaining('Lookbook') })
    await studio.api.patch(`/shoots/${id}`, { updates: { title: 'Catalogue' } })
    const [fromSecond, fromFirst] = [await feed(1, path), await feed(0, path)]
    expect(fromSecond.text, 'its first reading finds the change').toContain('Catalogue')
    expect(fromFirst, 'the first one serves what the second has read').toEqual(fromSecond)
    const gzip = { 'accept-encoding': 'gzip' }
    expect((await feed(0, path, gzip)).etag).toBe((await feed(1, path, gzip)).etag)
    const identity = { 'accept-encoding': 'identity' }
    const { etag } = await feed(0, path, identity)
    expect((await feed(1, path, { ...identity, 'if-none-match': etag ?? '' })).status).toBe(304)
  })

  it(`give a version of a feed one Last-Modified, though the second one’s clock is a minute ahead${noFaultsSuffix}`, async () => {
    const timesByEtag = new Map<string | null, Set<string | null>>()
    for (let round = 0; round < 8; round++) {
      // The text names its address, so a new one makes a new version.
      const path = await addressOf(true)
      for (const { etag, modified } of await Promise.all([0, 1, 0, 1].map((index) => feed(index, path))))
        timesByEtag.set(etag, (timesByEtag.get(etag) ?? new Set()).add(modified))
    }
    expect(timesByEtag.size).toBe(8)
    for (const times of timesByEtag.values()) expect([...times]).toHaveLength(1)
  })

  it('know a new address of a feed at once, and no longer the old one', async () => {
    const [oldPath, newPath] = [await addressOf(true), await addressOf(true)]
    expect((await feed(1, oldPath)).status).toBe(404)
    expect((await feed(1, newPath)).status).toBe(200)
  })

  it('show and decide each other’s plans', async () => {
    studio.writeSheet('sheet.csv', csv(cameras(2)))
    const { run_id: runId } = await studio.sync.start()
    expect(await studio.sync.follow(runId)).toMatchObject({ status: 'waiting' })
    const sync = openSync(otherHost)
    expect((await sync.plan(runId)).rows).toHaveLength(2)
    await sync.approve(runId)
    expect(await sync.follow(runId)).toMatchObject({ status: 'completed', results: { created: 2 } })
  })
})
