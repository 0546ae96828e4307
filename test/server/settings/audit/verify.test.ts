import { beforeAll, describe, expect, it } from 'vitest'
import type { SqlValue } from '../../../../platform/sql/types.ts'
import { hashLink, hashRows } from '../../../../server/audit/link.ts'
import { verifyChain } from '../../../../server/audit/verify.ts'
import type { AuditLinkRow, AuditRow } from '../../../../server/db/auditRows.ts'
import { camera, type Api } from '../../../support/api.ts'
import { openHousekeeper } from '../../../support/housekeeping.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'
import { verifyAudit } from './support.ts'

const suite = useServer({ fakeClock: true, bob: true })
const DAY_MS = 24 * 60 * 60 * 1000
const settings = (): Api => createSettings(suite.server.url, suite.aliceAccount.owner_key)
const account = (): string => suite.aliceAccount.account_id

const rows = (): Promise<AuditRow[]> =>
  suite.sql<AuditRow>('select * from audit where account_id = ? order by seq', account())
const links = (): Promise<AuditLinkRow[]> =>
  suite.sql<AuditLinkRow>('select * from audit_link where account_id = ? order by last_seq', account())

type Table = 'audit' | 'audit_link'
const keyOf = { audit: 'seq', audit_link: 'last_seq' } as const

/** Changes a column of a row, verifies the chain, and restores the value. @returns the fault */
async function tamper(table: Table, row: object, column: string, value: SqlValue): Promise<string | null> {
  const originalRow = row as Record<string, SqlValue>
  const key = keyOf[table]
  const put = (newValue: SqlValue, keyValue: SqlValue, accountId: SqlValue): Promise<unknown> =>
    suite.sql(`update ${table} set ${column} = ? where ${key} = ? and account_id = ?`, newValue, keyValue, accountId)
  await put(value, originalRow[key] ?? null, account())
  const { ok, fault } = await verifyAudit(settings())
  expect(ok, `${table}.${column}`).toBe(fault === null)
  await put(
    originalRow[column] ?? null,
    column === key ? value : (originalRow[key] ?? null),
    column === 'account_id' ? value : account(),
  )
  expect((await verifyAudit(settings())).fault, `after ${table}.${column} was put back`).toBeNull()
  return fault
}

/** The value with its last character or digit changed. */
function changeLast(value: unknown): SqlValue {
  if (typeof value === 'number') return value + 1
  if (typeof value !== 'string') return '2026-01-01T00:00:00.000Z'
  return value.slice(0, -1) + (value.endsWith('7') ? '8' : '7')
}

beforeAll(async () => {
  const { id } = await suite.alice.createItem()
  for (let index = 0; index < 10; index++) await suite.alice.get(`/gear/${id}`)
  await suite.flushAudit()
  suite.clock.move(11 * DAY_MS)
  {
    await using housekeeper = await openHousekeeper(suite.folder.databaseFile, suite.clock, { days: 10 })
    await housekeeper.housekeeping.run('audit')
  }
  for (let index = 0; index < 5; index++) {
    await suite.alice.patch(`/gear/${id}`, { updates: { notes: `n${index}` } })
    await suite.alice.get(`/gear/${id}`)
  }
  await suite.alice.post('/gear', camera({ status: 'none' }))
  await suite.flushAudit()
})

describe('GET /audit/verify', () => {
  it('counts rows and links, and finds an earlier head after writes and pruning', async () => {
    const firstReport = await verifyAudit(settings())
    expect(firstReport).toMatchObject({
      ok: true,
      fault: null,
      head_found: null,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(firstReport.pruned_rows).toBeGreaterThan(0)
    expect(firstReport.rows + firstReport.pruned_rows).toBe(firstReport.seq)
    await suite.alice.createItem()
    await suite.flushAudit()
    const secondReport = await verifyAudit(settings(), firstReport.head)
    expect(secondReport).toMatchObject({ ok: true, head_found: true })
    expect(secondReport.seq).toBeGreaterThan(firstReport.seq)
    expect(await verifyAudit(settings(), '0'.repeat(64))).toMatchObject({ ok: true, head_found: true })
    const lostHeadReply = await verifyAudit(settings(), 'ab'.repeat(32))
    expect(lostHeadReply).toMatchObject({
      ok: false,
      head_found: false,
      fault: expect.stringMatching(/no link of this chain any more/),
    })
  })

  it('detects a change of any column of a row', async () => {
    const [row] = (await rows()).slice(-3)
    const entry = row as AuditRow
    for (const column of Object.keys(entry)) {
      const value = column === 'seq' ? entry.seq + 1_000_000 : changeLast(entry[column as keyof AuditRow])
      expect(await tamper('audit', entry, column, value), `${column} of a row`).not.toBeNull()
    }
    const body = entry.entry
    for (const index of [0, 10, Math.floor(body.length / 2), body.length - 1]) {
      const editedBody = body.slice(0, index) + (body[index] === 'x' ? 'y' : 'x') + body.slice(index + 1)
      expect(await tamper('audit', entry, 'entry', editedBody)).toMatch(/a row was changed/)
    }
  })

  it('detects a change of any column of a link, with rows or pruned', async () => {
    const all = await links()
    const oneRowLink = all.find((link) => link.pruned_at === null && link.writes === 1) as AuditLinkRow
    const batch = all.find((link) => link.pruned_at === null && link.writes === 0) as AuditLinkRow
    const pruned = all.find((link) => link.pruned_at !== null) as AuditLinkRow
    for (const link of [oneRowLink, batch, pruned])
      for (const column of Object.keys(link)) {
        const value = column === 'last_seq' ? link.last_seq + 1_000_000 : changeLast(link[column as keyof AuditLinkRow])
        expect(await tamper('audit_link', link, column, value), `${column} of ${JSON.stringify(link)}`).not.toBeNull()
      }
    expect(await tamper('audit_link', pruned, 'pruned_at', null)).toMatch(/rows were removed/)
    expect(await tamper('audit_link', oneRowLink, 'pruned_at', '2026-01-01T00:00:00.000Z')).toMatch(/marked as pruned/)
  })

  it('detects rows that were removed, inserted or reordered', async () => {
    const list = await rows()
    const [firstRow, secondRow] = list.slice(-4) as [AuditRow, AuditRow]
    const put = (row: AuditRow): Promise<unknown> =>
      suite.sql(
        'insert into audit (account_id, seq, at, request_id, key_id, method, status, object_id, entry) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        row.account_id,
        row.seq,
        row.at,
        row.request_id,
        row.key_id,
        row.method,
        row.status,
        row.object_id,
        row.entry,
      )
    const drop = (seq: number): Promise<unknown> =>
      suite.sql('delete from audit where account_id = ? and seq = ?', account(), seq)
    const fault = async (): Promise<string | null> => (await verifyAudit(settings())).fault
    await drop(firstRow.seq)
    expect(await fault()).toMatch(/rows were removed/)
    await put(firstRow)
    expect(await fault()).toBeNull()
    await put({ ...firstRow, seq: 2 })
    expect(await fault()).toMatch(/marked as pruned/)
    await drop(2)
    await put({ ...firstRow, seq: 1_000_000 })
    expect(await fault()).toMatch(/belong to no link/)
    await drop(1_000_000)
    await drop(firstRow.seq)
    await drop(secondRow.seq)
    await put({ ...firstRow, seq: secondRow.seq })
    await put({ ...secondRow, seq: firstRow.seq })
    expect(await fault()).toMatch(/a row was changed/)
    await drop(firstRow.seq)
    await drop(secondRow.seq)
    await put(firstRow)
    await put(secondRow)
    expect(await fault()).toBeNull()
  })

  it('detects an end that was truncated or replaced', async () => {
    await suite.flushAudit()
    // Verified without the server, because a request would add a row at the end of the chain.
    await using housekeeper = await openHousekeeper(suite.folder.databaseFile, suite.clock)
    const fault = async (): Promise<string | null> =>
      (await housekeeper.db.read((tx) => verifyChain(tx, account()))).fault
    const [state] = await suite.sql<{ audit_seq: number; audit_hash: string }>(
      'select audit_seq, audit_hash from account_state where account_id = ?',
      account(),
    )
    const [seq, hash] = [Number(state?.audit_seq), String(state?.audit_hash)]
    const set = (toSeq: number, toHash: string): Promise<unknown> =>
      suite.sql('update account_state set audit_seq = ?, audit_hash = ? where account_id = ?', toSeq, toHash, account())
    for (const [toSeq, toHash] of [
      [seq + 1, hash],
      [seq - 1, hash],
      [seq, '0'.repeat(64)],
    ] as const) {
      await set(toSeq, toHash)
      expect(await fault()).toMatch(/the chain ends at row/)
    }
    await set(seq, hash)
    expect(await fault()).toBeNull()
  })

  it('accepts a chain that was rewritten from end to end, unless it is given an earlier head', async () => {
    const notedReply = await verifyAudit(settings())
    await suite.flushAudit()
    const list = await rows()
    const forgedRow = { ...(list[0] as AuditRow) }
    const entry = forgedRow.entry.replace(
      /"duration_us":(\d)/,
      (_, digit) => `"duration_us":${digit === '9' ? '8' : '9'}`,
    )
    await suite.sql('update audit set entry = ? where account_id = ? and seq = ?', entry, account(), forgedRow.seq)
    let hash = ''
    for (const link of await links()) {
      const ownRows = (await rows()).filter((row) => row.seq >= link.first_seq && row.seq <= link.last_seq)
      const digest = ownRows.length > 0 ? hashRows(ownRows) : link.rows_hash
      hash = hashLink(hash || '0'.repeat(64), link.first_seq, link.last_seq, digest)
      await suite.sql(
        'update audit_link set rows_hash = ?, hash = ? where account_id = ? and last_seq = ?',
        digest,
        hash,
        account(),
        link.last_seq,
      )
    }
    await suite.sql('update account_state set audit_hash = ? where account_id = ?', hash, account())
    expect(entry).not.toBe(forgedRow.entry)
    expect(await verifyAudit(settings())).toMatchObject({ ok: true, fault: null })
    expect(await verifyAudit(settings(), notedReply.head)).toMatchObject({
      ok: false,
      head_found: false,
      fault: expect.stringMatching(/written anew/),
    })
  })

  it('refuses an invalid head', async () => {
    for (const head of ['', 'abc', 'g'.repeat(64), 'A'.repeat(64)]) {
      const reply = await settings().get(`/audit/verify?head=${head}`)
      expect(reply).toHaveFaults(400, ['head invalid_value'])
    }
  })
})
