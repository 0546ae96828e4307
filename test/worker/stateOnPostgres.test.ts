import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { openApiDatabase } from '../../server/db/open.ts'
import { migrations } from '../../state/migrations/index.ts'
import { openState } from '../../state/database/open.ts'
import { claimAccount } from '../../state/hosts/facts.ts'
import { runSql } from '../support/database.ts'
import { emptyDatabaseUrl, hasPostgres, runAdminStatement, withoutPostgres } from '../support/testDatabase.ts'

// The worker's tables in a schema of their own, whose role has no rights on the API's tables.

const docs = readFileSync(new URL('../../docs/running.md', import.meta.url), 'utf8')
/** The SQL for an administrator that the docs show. */
const documentedSql = /```sql\n(.*?)```/s.exec(docs)?.[1] ?? ''

const roles: string[] = []
afterEach(async () => {
  for (const role of roles.splice(0)) await runAdminStatement(`drop role if exists ${role}`).catch(() => undefined)
})

/** A role that may log in, and the URL with which it does. */
async function createRole(url: string): Promise<{ role: string; roleUrl: string }> {
  const role = `worker_${Math.random().toString(36).slice(2, 10)}`
  await runAdminStatement(`create role ${role} login password 'pw'`)
  roles.push(role)
  const parsed = new URL(url)
  parsed.username = role
  parsed.password = 'pw'
  return { role, roleUrl: parsed.href }
}

async function runAsAdministrator(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

describe.skipIf(!hasPostgres)(`the worker's state on PostgreSQL${withoutPostgres}`, () => {
  it('server and worker share a database; the role of the docs reads no table of the API', async () => {
    const url = await emptyDatabaseUrl()
    const api = await openApiDatabase(url, systemClock, createSilentLog())
    await api.close()
    const { role, roleUrl } = await createRole(url)
    const statements = documentedSql.split(';').map((text) => text.trim())
    expect(statements[0]).toMatch(/^create role kitroom_worker login/)
    const rest = statements
      .slice(1)
      .map((text) => text.replaceAll('authorization kitroom_worker', `authorization ${role}`))
    await runAsAdministrator(url, rest.join(';'))
    const state = await openState(roleUrl, systemClock)
    expect(await state.write((tx) => claimAccount(tx, 'an account'))).toBe('an account')
    await state.close()
    const again = await openState(roleUrl, systemClock)
    await again.close()
    const applied = await runSql<{ name: string }>(url, 'select name from kitroom_worker.migration order by name')
    expect(applied.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name))
    const tables = await runSql<{ n: number }>(
      url,
      "select count(*) as n from information_schema.tables where table_schema = 'public' and table_name = 'binding'",
    )
    expect(tables).toEqual([{ n: 0 }])
    for (const table of ['account', 'api_key', 'gear', 'migration'])
      await expect(runSql(roleUrl, `select * from public.${table}`)).rejects.toThrow(/permission denied/)
  })

  it('a role that may not create the schema gets the SQL that an administrator runs', async () => {
    const url = await emptyDatabaseUrl()
    const { role, roleUrl } = await createRole(url)
    const create = `create schema kitroom_worker authorization ${role};`
    await expect(openState(roleUrl, systemClock)).rejects.toThrow(`As an administrator: ${create}`)
    await runAsAdministrator(url, 'create schema kitroom_worker')
    const alter = `alter schema kitroom_worker owner to ${role};`
    await expect(openState(roleUrl, systemClock)).rejects.toThrow(`As an administrator: ${alter}`)
    await runAsAdministrator(url, alter)
    const state = await openState(roleUrl, systemClock)
    await state.close()
  })

  it('the message about an unreachable database names the variable and no password', async () => {
    const failure = openState('postgres://me:hidden@127.0.0.1:1/kitroom', systemClock)
    await expect(failure).rejects.toThrow(/KITROOM_WORKER_DATABASE_URL is right/)
    await expect(failure).rejects.not.toThrow(/hidden/)
  })
})
