import { connect, createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount, type TestAccount } from '../../support/account.ts'
import { createApi, type Api } from '../../support/api.ts'
import { startLimitedServer } from '../../support/limitedServer.ts'
import { runFile } from '../../support/run.ts'
import { startServer, createDataFolder, type ChildServer } from '../../support/server.ts'
import { createSettings } from '../../support/settings.ts'
import { startReceiver } from '../../support/webhooks.ts'
import { sendRaw } from '../../support/wire.ts'
import { until } from '../../support/wait.ts'

const folder = createDataFolder()
let server: ChildServer
let account: TestAccount
let api: Api
let url: string

beforeAll(async () => {
  server = await startServer(folder.dataDir, {
    env: { KITROOM_METRICS_PORT: '0', KITROOM_WEBHOOK_ALLOW: '127.0.0.1/32:*' },
  })
  account = await createAccount(folder.dataDir, 'Metrics')
  api = createApi(server.url, account.api_key)
  url = String(server.log.find((line) => line['msg'] === 'metrics')?.['url'])
})
afterAll(async () => {
  await server.stop()
  folder[Symbol.dispose]()
})

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/

function parse(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const match = LINE.exec(line)
      if (!match) throw new Error(`not a sample: ${line}`)
      const labels = [...(match[2] ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [
        name,
        value,
      ])
      return {
        name: match[1] ?? '',
        labels: Object.fromEntries(labels) as Record<string, string>,
        value: Number(match[3]),
      }
    })
}

async function scrape(): Promise<{ text: string; samples: Sample[] }> {
  const response = await fetch(url)
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return { text, samples: parse(text) }
}

const valueOf = (samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number =>
  samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value ?? 0

const COUNT = 'kitroom_http_request_duration_seconds_count'

/** The increase of each counter of answers, by `route method class`. */
async function countersGrown(action: () => Promise<unknown>): Promise<Record<string, number>> {
  const samplesBefore = (await scrape()).samples
  await action()
  const samplesAfter = (await scrape()).samples.filter((sample) => sample.name === COUNT)
  const increases = samplesAfter.map(({ labels, value }) => [
    `${labels['route']} ${labels['method']} ${labels['status']}`,
    value - valueOf(samplesBefore, COUNT, labels),
  ])
  return Object.fromEntries(increases.filter(([, increase]) => increase !== 0)) as Record<string, number>
}

describe('/metrics', () => {
  it('counts answers by route, method and class of status', async () => {
    const item = await api.createItem()
    const increases = await countersGrown(async () => {
      for (let count = 0; count < 3; count++) await api.get('/gear')
      await api.get(`/gear/${item.id}`)
      await api.get('/gear/none')
      await api.get('/gear?limit=0')
      await api.send('HEAD', '/gear')
      await api.send('OPTIONS', '/gear')
      await api.patch(`/gear/${item.id}`, { updates: { notes: 'x' } })
      await api.as(undefined).delete(`/gear/${item.id}`)
      await api.get('//healthz')
    })
    expect(increases).toEqual({
      '/api/v1/gear GET 2xx': 3,
      '/api/v1/gear/{id} GET 2xx': 1,
      '/api/v1/gear/{id} GET 4xx': 1,
      '/api/v1/gear GET 4xx': 1,
      '/api/v1/gear HEAD 2xx': 1,
      '/api/v1/gear OPTIONS 2xx': 1,
      '/api/v1/gear/{id} PATCH 2xx': 1,
      '/api/v1/gear/{id} DELETE 4xx': 1,
      '/healthz GET 2xx': 1,
    })
  })

  it('counts the outcomes of webhook attempts', async () => {
    await using receiver = await startReceiver()
    const untilAttempt = (outcome: string): Promise<unknown> =>
      until(
        `an attempt is ${outcome}`,
        async () => valueOf((await scrape()).samples, 'kitroom_webhook_attempts_total', { outcome }) >= 1,
      )
    const settings = createSettings(server.url, account.owner_key)
    const createdReply = await settings.post('/webhooks', { url: receiver.url, events: ['*'] })
    const id = createdReply.item().id
    await api.createItem()
    await untilAttempt('delivered')
    receiver.answer((_arrival, response) => void response.writeHead(500).end())
    await api.createItem()
    await untilAttempt('retried')
    const { samples } = await scrape()
    const attempts = (outcome: string): number => valueOf(samples, 'kitroom_webhook_attempts_total', { outcome })
    const waiting = valueOf(samples, 'kitroom_webhook_deliveries_waiting')
    expect({ delivered: attempts('delivered'), failed: attempts('failed'), waiting }).toEqual({
      delivered: 1,
      failed: 0,
      waiting: 1,
    })
    await settings.delete(`/webhooks/${id}`)
  })

  it('has one label for all unknown paths and methods', async () => {
    await sendRaw(
      server.url,
      ['PROPFIND /nothing HTTP/1.1\r\nHost: x\r\n\r\n', 'GET /api/v1/x HTTP/1.1\r\nHost: x\r\n\r\n'],
      2,
    )
    const { samples: samplesBefore } = await scrape()
    const increases = await countersGrown(async () => {
      for (let count = 0; count < 20; count++) await api.get(`//x${count}/${'y'.repeat(count)}`)
      await sendRaw(
        server.url,
        ['MKCOL', 'SEARCH', 'PURGE'].map((method) => `${method} /nothing${method} HTTP/1.1\r\nHost: x\r\n\r\n`),
        3,
      )
    })
    expect(increases).toEqual({ 'unmatched GET 4xx': 20, 'unmatched other 4xx': 3 })
    expect((await scrape()).samples.filter(({ name }) => name === COUNT)).toHaveLength(
      samplesBefore.filter(({ name }) => name === COUNT).length,
    )
  })

  it('has cumulative buckets that match count and sum', async () => {
    const { samples } = await scrape()
    const buckets = samples.filter(
      ({ name, labels }) =>
        name.endsWith('_seconds_bucket') && labels['route'] === '/api/v1/gear' && labels['method'] === 'GET',
    )
    expect(buckets.length).toBeGreaterThan(10)
    for (const status of new Set(buckets.map(({ labels }) => labels['status'] ?? ''))) {
      const ownBuckets = buckets.filter(({ labels }) => labels['status'] === status)
      const labels = { route: '/api/v1/gear', method: 'GET', status }
      expect(ownBuckets.map(({ value }) => value)).toEqual(
        ownBuckets.map(({ value }) => value).toSorted((a, b) => a - b),
      )
      expect(ownBuckets.at(-1)).toMatchObject({ labels: { le: '+Inf' }, value: valueOf(samples, COUNT, labels) })
      expect(valueOf(samples, 'kitroom_http_request_duration_seconds_sum', labels)).toBeGreaterThan(0)
    }
  })

  it('shows refusals of the parser, caches, connections, memory and the version', async () => {
    const samplesBefore = (await scrape()).samples
    await sendRaw(server.url, ['rubbish\r\n\r\n'])
    await sendRaw(server.url, [`GET / HTTP/1.1\r\nX: ${'y'.repeat(17_000)}\r\n\r\n`])
    for (let count = 0; count < 5; count++) await api.get('/gear?limit=7')
    const { samples } = await scrape()
    const grownBy = (name: string, labels: Record<string, string>): number =>
      valueOf(samples, name, labels) - valueOf(samplesBefore, name, labels)
    expect(grownBy('kitroom_http_refusals_total', { code: 'invalid_request' })).toBe(1)
    expect(grownBy('kitroom_http_refusals_total', { code: 'headers_too_large' })).toBe(1)
    expect(grownBy('kitroom_cache_requests_total', { cache: 'lists', result: 'miss' })).toBeGreaterThan(0)
    expect(valueOf(samples, 'kitroom_http_connections')).toBeGreaterThan(0)
    expect(valueOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(samples.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'kitroom_http_requests_in_flight',
        'kitroom_writes_under_way',
        'kitroom_audit_rows_waiting',
        'kitroom_draining',
        'nodejs_eventloop_lag_p99_seconds',
        'nodejs_heap_size_used_bytes',
      ]),
    )
    expect(samples.find(({ name }) => name === 'kitroom_build_info')).toMatchObject({
      value: 1,
      labels: { node: process.version },
    })
  })

  it('contains no id, key or text of a client', async () => {
    const item = await api.createItem({ notes: 'not to be seen' })
    await api.get(`/gear/${item.id}?q=not+to+be+seen`)
    await api.get('//not-to-be-seen')
    const { text } = await scrape()
    for (const secret of [
      item.id,
      account.account_id,
      account.api_key,
      account.owner_key,
      'sk_studio',
      'to-be-seen',
      'to be seen',
    ])
      expect(text).not.toContain(secret)
  })

  it('is the only path on its port, and not on the port of the API', async () => {
    const status = async (path: string, method = 'GET'): Promise<number> =>
      (await fetch(new URL(path, url), { method })).status
    expect(await status('/')).toBe(404)
    expect(await status('/metrics/x')).toBe(404)
    expect(await status('/metrics', 'POST')).toBe(405)
    expect(await status('/metrics', 'HEAD')).toBe(200)
    expect((await api.get('//metrics')).status).toBe(404)
    expect(new URL(url).hostname).toBe('127.0.0.1')
  })

  it('is shown while others hold connections to its port', async () => {
    const { hostname, port } = new URL(url)
    const sockets = Array.from({ length: 40 }, () => connect(Number(port), hostname).resume())
    const closed = sockets.map((socket) =>
      once(
        socket.on('error', () => undefined),
        'close',
      ),
    )
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    await until('some of them are closed', () => sockets.some((socket) => socket.destroyed || socket.readableEnded))
    expect((await scrape()).text).toContain('kitroom_build_info')
    for (const socket of sockets) socket.destroy()
    await Promise.all(closed)
  })

  it('counts the audit rows that are not yet written', async () => {
    await using limitedServer = await startLimitedServer({})
    const { auditWaiting } = limitedServer.app.metrics
    await until('the audit row of a read waits', async () =>
      limitedServer.api.get('/gear').then(() => auditWaiting() > 0),
    )
    await until('no audit row waits', () => auditWaiting() === 0)
  })

  it('has a start error that names its own setting when its port is in use', async () => {
    using otherFolder = createDataFolder()
    const portHolder = createServer().listen(0, '127.0.0.1')
    await once(portHolder, 'listening')
    const port = String((portHolder.address() as AddressInfo).port)
    const env = { ...process.env, KITROOM_DATA_DIR: otherFolder.dataDir, KITROOM_PORT: '0', KITROOM_METRICS_PORT: port }
    const { code, out } = await runFile('server/main.ts', [], env)
    portHolder.close()
    expect(code).toBe(1)
    expect(out).toContain(
      `Port ${port} on 127.0.0.1 is in use. Stop what uses it, or set KITROOM_METRICS_PORT to another port.`,
    )
  })
})
