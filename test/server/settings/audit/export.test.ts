import { parse } from 'csv-parse/sync'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { AuditEntry } from '../../../../contract/settings/audit.ts'
import { csvFormat } from '../../../../server/settings/audit/exportFormats.ts'
import type { Api, Reply } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'
import { entriesOf, walkAudit } from './support.ts'

const suite = useServer({ bob: true })
const settings = (): Api => createSettings(suite.server.url, suite.aliceAccount.owner_key)
const lines = (text: string): AuditEntry[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AuditEntry)

const table = (text: string): Record<string, string>[] => parse(text, { columns: true, relaxColumnCount: false })

describe('GET /audit/export', () => {
  it('returns the rows of the list as NDJSON, oldest first, with the same filters', async () => {
    const { id } = await suite.alice.createItem()
    const lastReplies = [
      await suite.alice.get(`/gear/${id}`),
      await suite.alice.get('/gear/none'),
      await suite.alice.patch(`/gear/${id}`, {}),
    ]
    await entriesOf(settings(), lastReplies)
    for (const filter of [
      '',
      'method=GET&',
      'status=4xx&',
      `object_id=${id}&`,
      `request_id=${lastReplies[0]?.headers['request-id']}&`,
      'to=2000-01-01&',
    ]) {
      const listedEntries = (await walkAudit(settings(), `${filter}limit=200`)).toReversed()
      const reply = await settings().get(`/audit/export?${filter}format=ndjson`)
      expect({
        status: reply.status,
        'content-type': reply.headers['content-type'],
        'transfer-encoding': reply.headers['transfer-encoding'],
      }).toEqual({ status: 200, 'content-type': 'application/x-ndjson', 'transfer-encoding': 'chunked' })
      const exportedLines = lines(reply.text)
      expect(exportedLines.slice(0, listedEntries.length)).toEqual(listedEntries)
      for (const entry of exportedLines) expect(AuditEntry.parse(entry)).toEqual(entry)
    }
  })

  it('returns the same fields as CSV under a header row', async () => {
    const ndjson = lines((await settings().get('/audit/export?format=ndjson')).text)
    const reply = await settings().get('/audit/export?format=csv')
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.text.split('\r\n')[0]).toBe(Object.keys(AuditEntry.shape).join(','))
    const rows = table(reply.text).slice(0, ndjson.length)
    const asText = (value: string | number | boolean | string[] | null): string =>
      Array.isArray(value) ? value.join(' ') : `${value ?? ''}`
    expect(rows).toEqual(
      ndjson.map((entry) => Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, asText(value)]))),
    )
    expect((await settings().get('/audit/export?format=csv&to=2000-01-01')).text).toBe(
      `${Object.keys(AuditEntry.shape).join(',')}\r\n`,
    )
  })

  it('escapes formulas in CSV, and quotes fields that need it', async () => {
    const agents = ['=1+1', '+cmd', '-2', '@SUM(A1)', '\tx', 'a "quoted", text', 'plain']
    const replies = []
    for (const agent of agents) replies.push(await suite.alice.get('/profile', { 'user-agent': agent }))
    const oddReply = await suite.alice.get('/gear?-x=1')
    await entriesOf(settings(), [...replies, oddReply])
    const rows = table((await settings().get('/audit/export?format=csv')).text)
    const row = (reply: { headers: Readonly<Record<string, string>> }) =>
      rows.find((one) => one['request_id'] === reply.headers['request-id'])
    expect(replies.map((reply) => row(reply)?.['user_agent'])).toEqual([
      "'=1+1",
      "'+cmd",
      '-2',
      "'@SUM(A1)",
      'x',
      'a "quoted", text',
      'plain',
    ])
    expect(row(oddReply)?.['query']).toBe("'-x=1")
    for (const one of rows) for (const value of Object.values(one)) expect(value).not.toMatch(/^(?!-2$)[=+\-@\t\r]/)
  })

  it('escapes formulas that begin with full-width signs or follow blanks', async () => {
    const [entry] = lines((await settings().get('/audit/export?format=ndjson')).text)
    for (const text of ['＝1+1', '＋1', '－1', '＠SUM(1)', '\t=1', ' =1', '\u3000＝1', '\nx'])
      expect(
        Object.values(table(csvFormat.head + csvFormat.line({ ...(entry as AuditEntry), user_agent: text }))[0] ?? {}),
      ).toContain(`'${text}`)
  })

  it('follows Accept, unless a format is named', async () => {
    const type = async (accept: string, query = ''): Promise<string | number | undefined> => {
      const { status, headers } = await settings().get(`/audit/export${query}`, { accept })
      return status === 200 ? headers['content-type'] : status
    }
    expect(await type('text/csv')).toBe('text/csv; charset=utf-8')
    expect(await type('text/*')).toBe('text/csv; charset=utf-8')
    expect(await type('application/x-ndjson;q=0.5, text/csv;q=0.4')).toBe('application/x-ndjson')
    expect(await type('application/x-ndjson;q=0.4, text/csv;q=0.5')).toBe('text/csv; charset=utf-8')
    expect(await type('*/*')).toBe('application/x-ndjson')
    expect(await type('application/json')).toBe(406)
    expect(await type('text/csv;q=0')).toBe(406)
    expect(await type('text/csv', '?format=ndjson')).toBe(406)
    expect(await type('application/x-ndjson, text/csv', '?format=csv')).toBe('text/csv; charset=utf-8')
    const refusedReply = await settings().get('/audit/export?format=xlsx')
    expect(refusedReply).toHaveFaults(400, ['format invalid_value'])
    expect((await settings().get('/audit/export?limit=5')).faults()).toEqual(['limit unknown_parameter'])
  })

  it('answers HEAD without a body, and audits the bytes that were sent', async () => {
    const headReply = await settings().send('HEAD', '/audit/export?format=csv')
    const wholeExport = await settings().get('/audit/export?format=csv')
    const entries = await entriesOf(settings(), [headReply, wholeExport])
    expect(entries.map((entry) => [entry.method, entry.status, entry.bytes_out, entry.route])).toEqual([
      ['HEAD', 200, 0, '/audit/export'],
      ['GET', 200, Buffer.byteLength(wholeExport.text), '/audit/export'],
    ])
  })

  it('closes the connection when a row cannot be read, and audits the error', async () => {
    const read = (): Promise<Reply> => suite.alice.get('/gear?limit=1')
    for (let index = 0; index < 700; index += 50) await Promise.all(Array.from({ length: 50 }, read))
    await entriesOf(settings(), [await read()])
    await suite.alice.createItem()
    const rowCondition = 'account_id = ? and seq = (select max(seq) from audit where account_id = ? and status = 201)'
    const ids = [suite.aliceAccount.account_id, suite.aliceAccount.account_id]
    const [row] = await suite.sql<{ entry: string }>(`select entry from audit where ${rowCondition}`, ...ids)
    const entry = row?.entry ?? ''
    await suite.sql(`update audit set entry = ? where ${rowCondition}`, `{${entry}`, ...ids)
    const download = async (): Promise<string> => {
      const headers = { authorization: `Bearer ${settings().key}`, 'x-request-id': 'cut' }
      return (await request(`${suite.server.url}/settings/v1/audit/export`, { headers })).body.text()
    }
    await expect(download()).rejects.toThrow(/terminated|other side closed|aborted/)
    await suite.sql(`update audit set entry = ? where ${rowCondition}`, entry, ...ids)
    expect(lines(await download()).some((one) => one.status === 201)).toBe(true)
    await entriesOf(settings(), [await settings().get('/keys')])
    const cutEntries = (await walkAudit(settings(), 'limit=200&method=GET')).filter(
      (one) => one.client_request_id === 'cut',
    )
    expect(cutEntries.map((one) => [one.status, one.error, one.bytes_out > 0])).toEqual([
      [200, null, true],
      [200, 'internal_error', true],
    ])
  })

  it('ends when the client disconnects, and is still audited', async () => {
    const { headers, body } = await request(`${suite.server.url}/settings/v1/audit/export`, {
      headers: { authorization: `Bearer ${settings().key}` },
    })
    body.on('error', () => undefined)
    await new Promise((resolve) => body.once('readable', resolve))
    body.destroy()
    const abortedReply = { headers: { 'request-id': String(headers['request-id']) } } as never
    expect(await entriesOf(settings(), [abortedReply])).toMatchObject([
      { status: 200, error: null, route: '/audit/export' },
    ])
    expect((await settings().get('/audit?limit=1')).status).toBe(200)
  })
})
