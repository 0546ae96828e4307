import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAllowList } from '../../../platform/outbound/allowList.ts'
import type { SourceUnavailable, FetchedSheet, LastDownload, SourceDeps } from '../../../sheets/sources/source.ts'
import { urlSource } from '../../../sheets/sources/url/url.ts'
import { listConfigFaults } from '../../support/configFaults.ts'
import { startSheetServer, tagged, type SheetServer } from './support/sheetServer.ts'
import { noGoogle } from '../../support/noGoogle.ts'
import { pause, until, withLongerLimits } from '../../support/wait.ts'

const CSV = 'Asset Tag,Type,Brand,Model\nT-1,lens,Canon,R5\n'

let server: SheetServer
let other: SheetServer
beforeAll(async () => {
  ;[server, other] = await Promise.all([startSheetServer(), startSheetServer()])
})
afterAll(async () => {
  for (const one of [server, other]) await one[Symbol.asyncDispose]()
})

/** Fetches as a worker does, and remembers the last download. */
function createFetch() {
  let last: LastDownload | undefined
  const fetchUrl = async (settings: unknown, deps: Partial<SourceDeps> = {}): Promise<FetchedSheet> => {
    const sheet = await urlSource.fetch(urlSource.settings.parse(settings), {
      configDir: '.',
      allow: parseAllowList(['127.0.0.1/32:*']),
      readSecret: () => undefined,
      google: noGoogle,
      lastDownload: (location) => Promise.resolve(last?.locationSha256 === location ? last : undefined),
      ...deps,
    })
    const { version, name, bytes } = sheet
    last = version && { ...version, name, readBytes: () => Promise.resolve(bytes) }
    return sheet
  }
  return { fetchUrl, last: () => last }
}

const textOf = ({ bytes }: FetchedSheet): string => Buffer.from(bytes).toString()
const conditionsOf = ({ requests }: SheetServer) =>
  requests.map(({ headers }) => headers['if-none-match'] ?? headers['if-modified-since'])

describe('an unchanged sheet', () => {
  it('is not sent again when the server gave an ETag', async () => {
    const { fetchUrl } = createFetch()
    server.offer('/download', tagged(CSV, 'W/"v1"', { 'content-disposition': 'attachment; filename=gear.csv' }))
    await fetchUrl(`${server.url}/download`)
    const again = await fetchUrl(`${server.url}/download`)
    expect({ name: again.name, text: textOf(again), conditions: conditionsOf(server) }).toEqual({
      name: 'gear.csv',
      text: CSV,
      conditions: [undefined, 'W/"v1"'],
    })
    server.offer('/download', tagged(CSV + CSV, '"v2"'))
    expect(textOf(await fetchUrl(`${server.url}/download`))).toBe(CSV + CSV)
    expect(conditionsOf(server)).toEqual(['W/"v1"'])
  })

  it('is not sent again when the server gave a Last-Modified that is older than its answer', async () => {
    const { fetchUrl, last } = createFetch()
    const date = 'Mon, 01 Mar 2027 10:00:00 GMT'
    server.offer('/gear.csv', { headers: { 'last-modified': date, date }, body: CSV })
    await fetchUrl(`${server.url}/gear.csv`)
    // The file may change again within this second.
    expect(last()).toBeUndefined()
    server.offer(
      '/gear.csv',
      { headers: { 'last-modified': date, date: 'Mon, 01 Mar 2027 10:00:02 GMT' }, body: CSV },
      { status: 304 },
    )
    await fetchUrl(`${server.url}/gear.csv`)
    expect(textOf(await fetchUrl(`${server.url}/gear.csv`))).toBe(CSV)
    expect(conditionsOf(server)).toEqual([undefined, date])
  })

  it('is fetched again when it is not stored any more', async () => {
    const { fetchUrl, last } = createFetch()
    server.offer('/gear.csv', tagged(CSV, '"v1"'))
    await fetchUrl(`${server.url}/gear.csv`)
    const known = last()
    const lastDownload = () => Promise.resolve(known && { ...known, readBytes: () => Promise.resolve(undefined) })
    expect(textOf(await fetchUrl(`${server.url}/gear.csv`, { lastDownload }))).toBe(CSV)
    expect(conditionsOf(server)).toEqual([undefined, '"v1"', undefined])
  })
})

describe('validators', () => {
  it('are sent only to the URL that gave them', async () => {
    const { fetchUrl } = createFetch()
    server.offer('/latest', { status: 302, headers: { location: `${other.url}/1.csv` } })
    other.offer('/1.csv', tagged(CSV, '"same"'))
    await fetchUrl(`${server.url}/latest`)
    await fetchUrl(`${server.url}/latest`)
    expect(conditionsOf(server)).toEqual([undefined, undefined])
    expect(conditionsOf(other)).toEqual([undefined, '"same"'])
    server.offer('/latest', { status: 302, headers: { location: `${other.url}/2.csv` } })
    other.offer('/2.csv', tagged(CSV + CSV, '"same"'))
    expect(textOf(await fetchUrl(`${server.url}/latest`))).toBe(CSV + CSV)
    server.offer('/latest', { status: 302, headers: { location: `${other.url}/3.csv` } })
    other.offer('/3.csv', { status: 304 })
    await expect(fetchUrl(`${server.url}/latest`)).rejects.toThrow('answers 304 and no sheet')
  })

  it('are forgotten with the address and with its credentials', async () => {
    const { fetchUrl } = createFetch()
    server.offer('/gear.csv', tagged(CSV, '"v1"'))
    const readSecret = () => 'token'
    for (const settings of [
      `${server.url}/gear.csv`,
      `${server.url}/gear.csv?v=2`,
      { address: `${server.url}/gear.csv`, bearer_env: 'SHEET_TOKEN' },
    ])
      await fetchUrl(settings, { readSecret })
    expect(conditionsOf(server)).toEqual([undefined, undefined, undefined])
  })
})

describe('a connection', () => {
  const failureOf = (path: string, deps: Partial<SourceDeps> = {}): Promise<unknown> =>
    createFetch()
      .fetchUrl(`${server.url}${path}?s=hidden-1`, deps)
      .then(
        () => undefined,
        (error: unknown) => error,
      )
  const unavailable = (message: RegExp) =>
    expect.objectContaining({
      name: 'SourceUnavailable',
      message: expect.stringMatching(message) as string,
    }) as SourceUnavailable

  it.each([
    ['with a length', { 'content-length': '1000' }],
    ['in chunks', {}],
    ['compressed', { 'content-encoding': 'gzip', 'content-length': '1000' }],
  ])('that breaks within a body %s is tried again', async (_how, headers) => {
    const start = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
    server.offer('/gear.csv', (_request, response) => {
      response.writeHead(200, headers)
      response.write('content-encoding' in headers ? start : CSV, () => response.destroy())
    })
    expect(await failureOf('/gear.csv')).toEqual(
      unavailable(/^http:\/\/127\.0\.0\.1:\d+\/gear\.csv\?… cannot be reached, or the connection broke/),
    )
  })

  it('that is refused, or silent before or within the answer, is tried again', async () => {
    const closed = await startSheetServer()
    await closed[Symbol.asyncDispose]()
    await expect(createFetch().fetchUrl(`${closed.url}/gear.csv`)).rejects.toEqual(unavailable(/ECONNREFUSED/))
    server.offer('/silent', () => undefined)
    expect(await failureOf('/silent', { idleTimeoutMs: 200 })).toEqual(unavailable(/UND_ERR_HEADERS_TIMEOUT/))
    let hasAnswered = false
    server.offer(
      '/stalled',
      (_request, response) => void response.writeHead(200).write(CSV, () => (hasAnswered = true)),
    )
    await withLongerLimits(200, async (idleTimeoutMs) => {
      hasAnswered = false
      const failure = await failureOf('/stalled', { idleTimeoutMs })
      if (!hasAnswered) return undefined
      expect(failure).toEqual(unavailable(/UND_ERR_BODY_TIMEOUT/))
      return failure
    })
  })

  it('to a server that never ends is ended after the time limit', async () => {
    let open: ServerResponse | undefined
    server.offer('/endless', (_request, response) => {
      open = response
      const drip = async (): Promise<void> => {
        for (response.writeHead(200); !response.destroyed; await pause(20, 'the answer drips')) response.write('x')
      }
      void drip()
    })
    expect(await failureOf('/endless', { timeoutMs: 400 })).toMatchObject({
      code: 'unreadable_file',
      message: expect.stringMatching(/\/endless\?… did not send the whole sheet within 0\.4 s/) as string,
    })
    await until('the connection is closed', () => open === undefined || open.destroyed)
  })

  it('ends with its activity', async () => {
    const stopping = new AbortController()
    server.offer('/endless', (_request, response) => {
      response.writeHead(200).write('x')
      stopping.abort(new Error('cancelled'))
    })
    expect(await failureOf('/endless', { signal: stopping.signal })).toEqual(new Error('cancelled'))
  })
})

describe('kitroom.yaml', () => {
  const faultsOf = (location: string): string[] => listConfigFaults(`sources:\n  - id: main\n    ${location}\n`)

  it.each([
    'url: https://example.com/gear.csv?v=1#x',
    'url: { address: "https://example.com/gear.csv", bearer_env: SHEET_TOKEN }',
    'url: { address: "https://example.com/gear.csv", user_env: SHEET_USER, password_env: SHEET_PASSWORD }',
  ])('may have %s', (location) => {
    expect(faultsOf(location)).toEqual([])
  })

  it.each([
    ['url: gear.csv', 'sources.0.url: must be an address that begins with https://'],
    ['url: ftp://example.com/gear.csv', 'sources.0.url: must be an address that begins with https://'],
    ['url: [1]', 'sources.0.url: must be an address that begins with https://'],
    [
      'url: https://anna:hidden-1@example.com/',
      'sources.0.url: must not hold a user name or a password: put them into environment variables',
    ],
    ['url: { address: "https://x.example/", token: hidden-1 }', '"token" is no setting of sources.0.url'],
    [
      'url: { address: "https://x.example/", bearer_env: hidden-1 }',
      'sources.0.url.bearer_env: must be the name of an environment variable',
    ],
    [
      'url: { address: "https://x.example/", bearer_env: KITROOM_API_KEY }',
      'sources.0.url.bearer_env: is a variable of Kitroom itself',
    ],
    ['url: { address: "https://x.example/", user_env: A }', 'sources.0.url.user_env: needs password_env too'],
    [
      'url: { address: "https://x.example/", user_env: A, password_env: B, bearer_env: C }',
      'sources.0.url.bearer_env: cannot be used together',
    ],
    ['{ file: a.csv, url: https://x.example/ }', ''],
  ])('may not have %s', (location, message) => {
    const faults = location.startsWith('{')
      ? listConfigFaults(`sources:\n  - { id: main, ${location.slice(1)}\n`)
      : faultsOf(location)
    expect(faults.join('\n')).toContain(message || 'sources.0.url: this source has file: too')
    expect(faults.join('\n')).not.toContain('hidden-1')
  })
})
