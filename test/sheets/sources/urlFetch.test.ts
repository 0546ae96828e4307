import { setDefaultCACertificates, getCACertificates } from 'node:tls'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAllowList } from '../../../platform/outbound/allowList.ts'
import { SheetRefused } from '../../../sheets/types.ts'
import { SourceUnavailable, type FetchedSheet, type SourceDeps } from '../../../sheets/sources/source.ts'
import { urlSource } from '../../../sheets/sources/url/url.ts'
import { certificate, startSheetServer, type SheetServer } from './support/sheetServer.ts'
import { noGoogle } from '../../support/noGoogle.ts'

const CSV = 'Asset Tag,Type,Brand,Model\nT-1,lens,Canon,R5\n'
const PAGE = '<!DOCTYPE html><title>Sign in</title>'
const SECRET = 'signature-7d1c'
const MIB = 2 ** 20

let server: SheetServer
let other: SheetServer
let secure: SheetServer
const earlierCertificates = getCACertificates('default')

beforeAll(async () => {
  setDefaultCACertificates([...earlierCertificates, certificate])
  ;[server, other, secure] = await Promise.all([
    startSheetServer(),
    startSheetServer(),
    startSheetServer({ tls: true }),
  ])
})
afterAll(async () => {
  setDefaultCACertificates(earlierCertificates)
  for (const one of [server, other, secure]) await one[Symbol.asyncDispose]()
})

const environment: Record<string, string> = {
  SHEET_TOKEN: 'bearer-5b7a\n',
  SHEET_USER: 'anna',
  SHEET_PASSWORD: 'pässword-9c',
  SHEET_BAD: 'two words',
}

const allowing = (...ports: number[]) => parseAllowList(ports.map((port) => `127.0.0.1/32:${port}`))

const depsOf = (deps: Partial<SourceDeps> = {}): SourceDeps => ({
  configDir: '.',
  allow: allowing(server.port, other.port, secure.port),
  readSecret: (name) => environment[name],
  google: noGoogle,
  lastDownload: () => Promise.resolve(undefined),
  ...deps,
})

const fetchUrl = (settings: unknown, deps: Partial<SourceDeps> = {}): Promise<FetchedSheet> =>
  urlSource.fetch(urlSource.settings.parse(settings), depsOf(deps))

async function failureOf(settings: unknown, deps: Partial<SourceDeps> = {}): Promise<SheetRefused | SourceUnavailable> {
  const error: unknown = await fetchUrl(settings, deps).catch((reason: unknown) => reason)
  if (!(error instanceof SheetRefused || error instanceof SourceUnavailable))
    throw new Error('no expected error', { cause: error })
  expect(error.message).not.toContain(SECRET)
  expect(error.cause).toBeUndefined()
  return error
}

/** The message of a refusal, which is final. */
async function refusalOf(settings: unknown, deps: Partial<SourceDeps> = {}): Promise<string> {
  const error = await failureOf(settings, deps)
  expect(error).toMatchObject({ name: 'SheetRefused', code: 'unreadable_file' })
  return error.message
}

const textOf = ({ bytes }: FetchedSheet): string => Buffer.from(bytes).toString()

describe('a request', () => {
  it('is one GET without cookies, and the query is sent but not shown', async () => {
    server.offer('/gear.csv', { body: CSV })
    const sheet = await fetchUrl(`${server.url}/gear.csv?X-Signature=${SECRET}#gid=0`)
    expect({ name: sheet.name, text: textOf(sheet) }).toEqual({ name: 'gear.csv', text: CSV })
    expect(server.requests).toMatchObject([{ method: 'GET', target: `/gear.csv?X-Signature=${SECRET}` }])
    expect(Object.keys(server.requests[0]?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
  })

  it.each([
    [{ bearer_env: 'SHEET_TOKEN' }, 'Bearer bearer-5b7a'],
    [
      { user_env: 'SHEET_USER', password_env: 'SHEET_PASSWORD' },
      `Basic ${Buffer.from('anna:pässword-9c').toString('base64')}`,
    ],
  ])('has the credentials of %j, which a redirect to another host does not get', async (settings, authorization) => {
    const cookie = { 'set-cookie': 'session=1' }
    server.offer('/moved', { status: 302, headers: { location: '/here', ...cookie } })
    server.offer('/here', { status: 307, headers: { location: `${other.url}/there`, ...cookie } })
    other.offer('/there', { status: 302, headers: { location: `${server.url}/back` } })
    server.offer('/back', { body: CSV })
    expect(textOf(await fetchUrl({ address: `${server.url}/moved`, ...settings }))).toBe(CSV)
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      authorization,
      authorization,
      undefined,
    ])
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined])
    expect(server.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined, undefined])
  })

  it.each([
    [{ bearer_env: 'SHEET_ABSENT' }, 'has no environment variable SHEET_ABSENT'],
    [{ bearer_env: 'SHEET_BAD' }, 'SHEET_BAD is empty, or has characters'],
  ])('with %j is not sent', async (settings, message) => {
    server.offer('/gear.csv', { body: CSV })
    const refusal = await refusalOf({ address: `${server.url}/gear.csv`, ...settings })
    expect(refusal).toContain(message)
    expect(refusal).not.toContain('two words')
    expect(server.requests).toEqual([])
  })

  it('works over https with a trusted certificate only', async () => {
    secure.offer('/gear.csv', { body: CSV })
    expect(textOf(await fetchUrl(`${secure.url}/gear.csv`))).toBe(CSV)
    setDefaultCACertificates(earlierCertificates)
    expect(await refusalOf(`${secure.url}/gear.csv`)).toContain('NODE_EXTRA_CA_CERTS')
    setDefaultCACertificates([...earlierCertificates, certificate])
  })
})

describe('an address', () => {
  it('on a private network needs the allow list', async () => {
    for (const address of [
      `${server.url}/a.csv?s=${SECRET}`,
      'https://10.0.0.8/a.csv',
      'https://169.254.169.254/a.csv',
      'https://nas.local/a.csv',
    ])
      expect(await refusalOf(address, { allow: parseAllowList([]) })).toContain('KITROOM_SOURCE_ALLOW')
    expect(await refusalOf('https://localhost/a.csv', { allow: parseAllowList(['192.0.2.1/32:443']) })).toMatch(
      /may not be fetched\. The name leads to an address/,
    )
  })

  it('on the public internet must be https', async () => {
    expect(await refusalOf('http://example.com/a.csv')).toContain('must begin with https://')
  })

  it('that a redirect leads to is checked too', async () => {
    for (const location of ['https://169.254.169.254/latest/meta-data', `${other.url}/x`, 'https://[::1]/x']) {
      server.offer('/moved', { status: 302, headers: { location } })
      other.offer('/x', { body: CSV })
      expect(await refusalOf(`${server.url}/moved?s=${SECRET}`, { allow: allowing(server.port) })).toContain(
        'KITROOM_SOURCE_ALLOW',
      )
      expect(other.requests).toEqual([])
    }
  })

  it('may not change from https to http, hold a password, or redirect more than five times', async () => {
    secure.offer('/moved', { status: 302, headers: { location: `${server.url}/gear.csv?s=${SECRET}` } })
    expect(await refusalOf(`${secure.url}/moved`)).toContain('redirects from https to an unencrypted address')
    server.offer('/moved', { status: 302, headers: { location: `http://anna:${SECRET}@127.0.0.1:${server.port}/` } })
    expect(await refusalOf(`${server.url}/moved`)).toContain('redirects to an address that cannot be used')
    server.offer('/loop', { status: 308, headers: { location: '/loop' } })
    expect(await refusalOf(`${server.url}/loop`)).toContain('redirects more than 5 times')
    expect(server.requests).toHaveLength(6)
  })

  it.each([
    [
      'https://docs.google.com/spreadsheets/d/1AbC-d_9/edit?usp=sharing#gid=42',
      'https://docs.google.com/spreadsheets/d/1AbC-d_9/export?format=csv&gid=42',
    ],
    ['https://docs.google.com/spreadsheets/d/e/2PACX-1v/pubhtml', 'ends in output=csv'],
    ['https://www.dropbox.com/scl/fi/abc/gear.xlsx?rlkey=signature-7d1c&dl=0', 'with dl=1 instead of dl=0'],
  ])('%s is a page, and the message names the right link', async (address, hint) => {
    expect(await refusalOf(address)).toContain(hint)
  })
})

describe('an answer', () => {
  it.each([
    [{ 'content-disposition': `attachment; filename="list.csv"; filename*=UTF-8''Ger%C3%A4te.csv` }, 'Geräte.csv'],
    [{ 'content-disposition': 'attachment; filename="../../etc/gear list.tsv"' }, 'gear list.tsv'],
    [{ 'content-type': 'text/tab-separated-values; charset=utf-8' }, 'download.tsv'],
    [{ 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }, 'download.xlsx'],
    [{ 'content-type': 'application/octet-stream' }, 'download.csv'],
  ])('with %j is called %s', async (headers, name) => {
    server.offer('/download', { headers, body: CSV })
    expect((await fetchUrl(`${server.url}/download`)).name).toBe(name)
  })

  it('without a type is a workbook if it begins like one', async () => {
    server.offer('/s/a7/download', { body: Buffer.from('PK\u0003\u0004rest') })
    expect((await fetchUrl(`${server.url}/s/a7/download`)).name).toBe('download.xlsx')
  })

  it.each([
    ['a page', { headers: { 'content-type': 'text/html; charset=utf-8' }, body: 'Sign in' }],
    ['a page without a type', { body: `\ufeff\n${PAGE}` }],
    [
      'a page called .csv',
      { headers: { 'content-disposition': 'attachment; filename=a.csv' }, body: '\ufeff  <html lang="en">' },
    ],
  ])('that is %s is refused as a page to sign in', async (_what, answer) => {
    server.offer('/gear.csv', answer)
    expect(await refusalOf(`${server.url}/gear.csv?s=${SECRET}`)).toMatch(
      /gear\.csv\?… answers with a web page .* a page to sign in\. Share the file/,
    )
    server.offer('/s/a7Kd', answer)
    expect(await refusalOf(`${server.url}/s/a7Kd`)).toContain('add /download')
  })

  it.each([
    [401, /may not be read without signing in \(401\)/],
    [403, /may not be read without signing in \(403\)/],
    [404, /has no file \(404\)/],
    [410, /has no file \(410\)/],
    [418, /answers 418 and no sheet/],
    [204, /answers 204 and no sheet/],
    [304, /answers 304 and no sheet/],
  ])('with status %i is refused', async (status, message) => {
    server.offer('/gear.csv', { status })
    expect(await refusalOf(`${server.url}/gear.csv`)).toMatch(message)
  })

  it('that refuses the credentials names their variables', async () => {
    server.offer('/gear.csv', { status: 401 })
    const address = `${server.url}/gear.csv`
    expect(await refusalOf({ address, bearer_env: 'SHEET_TOKEN' })).toContain(
      'refuses the credentials in SHEET_TOKEN (401)',
    )
    server.offer('/gear.csv', { status: 302, headers: { location: `${other.url}/gear.csv` } })
    other.offer('/gear.csv', { status: 401 })
    expect(await refusalOf({ address, bearer_env: 'SHEET_TOKEN' })).toContain(
      'another host, which never gets the credentials',
    )
  })

  it.each([408, 429, 500, 503])('with status %i is retried, after Retry-After', async (status) => {
    server.offer('/gear.csv', { status, headers: { 'retry-after': '7' } })
    expect(await failureOf(`${server.url}/gear.csv?s=${SECRET}`)).toMatchObject({
      code: 'source_unavailable',
      retryAfterMs: 7000,
    })
  })

  it.each([
    ['as declared', { 'content-length': String(64 * MIB + 1) }],
    ['in chunks', {}],
  ])('of more than 64 MiB %s is refused', async (_how, headers) => {
    let sentBytes = 0
    server.offer('/gear.csv', (_request, response) => {
      response.writeHead(200, headers)
      const part = Buffer.alloc(MIB, 'x')
      const send = (): void => {
        while (sentBytes <= 64 * MIB && !response.destroyed) {
          sentBytes += part.length
          if (!response.write(part)) return void response.once('drain', send)
        }
      }
      send()
    })
    expect(await refusalOf(`${server.url}/gear.csv`)).toContain('more than 64 MiB')
  })

  it('that is compressed is read; one that grows beyond 64 MiB or is damaged is refused', async () => {
    const gzip = { 'content-encoding': 'gzip' }
    server.offer('/gear.csv', { headers: gzip, body: gzipSync(CSV) })
    expect(textOf(await fetchUrl(`${server.url}/gear.csv`))).toBe(CSV)
    server.offer('/gear.csv', { headers: { 'content-encoding': 'br' }, body: brotliCompressSync(CSV) })
    expect(textOf(await fetchUrl(`${server.url}/gear.csv`))).toBe(CSV)
    server.offer('/gear.csv', { headers: gzip, body: gzipSync(Buffer.alloc(65 * MIB)) })
    expect(await refusalOf(`${server.url}/gear.csv`)).toContain('more than 64 MiB')
    for (const headers of [gzip, { 'content-encoding': 'br' }, { 'content-encoding': 'zstd' }]) {
      server.offer('/gear.csv', { headers, body: CSV })
      expect(await refusalOf(`${server.url}/gear.csv`)).toContain('cannot be decompressed')
    }
  })
})
