import { describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { migrate } from '../../../../platform/sql/migrate.ts'
import { openDatabase } from '../../../../platform/sql/open.ts'
import type { Database } from '../../../../platform/sql/types.ts'
import { hashLink, hashRows } from '../../../../server/audit/link.ts'
import { verifyChain } from '../../../../server/audit/verify.ts'
import { FIRST_CHAIN_HASH, readAccountState } from '../../../../server/db/accountState.ts'
import { migrations } from '../../../../server/db/migrations/index.ts'
import type { AuditLinkRow, AuditRow, Schema } from '../../../../server/db/schema.ts'
import { createDataFolder } from '../../../support/server.ts'
import { runAdminStatement, newDatabaseUrl, onPostgres } from '../../../support/testDatabase.ts'

/** The tables before migration 0005. */
interface OlderTables {
  account_state: Pick<Schema['account_state'], 'account_id' | 'epoch' | 'audit_hash' | 'counters'>
  audit: Omit<AuditRow, 'object_id'>
  audit_link: Omit<AuditLinkRow, 'last_at' | 'writes' | 'bytes' | 'pruned_at' | 'seal'>
  event: Omit<Schema['event'], 'request_id'>
}

const timeOn = (day: number): string => `2026-01-0${day}T00:00:00.000Z`
const account = v7()
const request = v7()

const put = <Name extends keyof OlderTables>(db: Database, table: Name, row: OlderTables[Name]): Promise<unknown> =>
  db.write((tx) =>
    tx.query(
      tx
        .builder<OlderTables>()
        .insertInto(table)
        .values(row as never),
    ),
  )

/** Writes a batch of one row and a batch of two, each with a link. @returns the head of the chain */
async function fill(db: Database): Promise<string> {
  const batches = [
    [{ seq: 1, at: timeOn(1), method: 'POST', status: 201 }],
    [
      { seq: 2, at: timeOn(4), method: 'GET', status: 200 },
      { seq: 3, at: timeOn(3), method: 'PATCH', status: 404 },
    ],
  ]
  let hash = FIRST_CHAIN_HASH
  for (const batch of batches) {
    const commonColumns = { account_id: account, request_id: 'r', key_id: 'k' }
    const rows = batch.map((row) => ({
      ...commonColumns,
      ...row,
      entry: JSON.stringify({
        at: row.at,
        request_id: 'r',
        key_id: 'k',
        method: row.method,
        status: row.status,
        user_agent: 'é',
      }),
    }))
    for (const row of rows) await put(db, 'audit', row)
    const [firstSeq, lastSeq] = [rows[0]?.seq ?? 0, rows.at(-1)?.seq ?? 0]
    const digest = hashRows(rows)
    hash = hashLink(hash, firstSeq, lastSeq, digest)
    await put(db, 'audit_link', {
      account_id: account,
      last_seq: lastSeq,
      first_seq: firstSeq,
      rows_hash: digest,
      hash,
    })
  }
  const bodies = [
    `{"id":"e","data":{"changes":{},"request_id":"${request}"}}`,
    `{"id":"f","data":{"request_id":"${request}","truncated":["notes"]}}`,
  ]
  for (const [index, body] of bodies.entries())
    await put(db, 'event', {
      account_id: account,
      seq: index + 1,
      id: 'e',
      type: 'gear.created',
      record_id: 'r',
      at: timeOn(1),
      body,
    })
  return hash
}

describe('a database from before audit pruning', () => {
  it('is migrated: its chain verifies, its links count their rows, its events have request ids', async () => {
    using folder = createDataFolder()
    const url = onPostgres ? newDatabaseUrl() : `sqlite:${folder.databaseFile}`
    const name = url.slice(url.lastIndexOf('/') + 1)
    if (onPostgres) await runAdminStatement(`create database ${name}`)
    const db = await openDatabase(url)
    const older = migrations.filter((migration) => migration.name < '0005')
    await migrate(db, older, timeOn(1))
    await put(db, 'account_state', {
      account_id: account,
      epoch: 'epoch',
      audit_hash: FIRST_CHAIN_HASH,
      counters: '{}',
    })
    const hash = await fill(db)
    const end = { audit_seq: 3, audit_hash: hash }
    await db.write((tx) =>
      tx.query(tx.builder<Schema>().updateTable('account_state').set(end).where('account_id', '=', account)),
    )
    await migrate(db, migrations, timeOn(2))
    expect(await db.read((tx) => verifyChain(tx, account))).toMatchObject({ fault: null, links: 2, rows: 3, hash })
    const links = await db.read((tx) =>
      tx.query(tx.builder<Schema>().selectFrom('audit_link').selectAll().orderBy('last_seq')),
    )
    expect(links.map((link) => [link.writes, link.last_at])).toEqual([
      [1, timeOn(1)],
      [0, timeOn(4)],
    ])
    const { audit_bytes: bytes } = await db.read((tx) => readAccountState(tx, account))
    expect(bytes).toBe(links.reduce((sum, link) => sum + link.bytes, 0))
    const events = await db.read((tx) => tx.query(tx.builder<Schema>().selectFrom('event').selectAll().orderBy('seq')))
    expect(events.map((event) => event.request_id)).toEqual([request, null])
    await db.close()
    if (onPostgres) await runAdminStatement(`drop database ${name} with (force)`)
  })
})
