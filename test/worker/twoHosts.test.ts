import { afterEach, describe, expect, it } from 'vitest'
import type { GoogleAccounts } from '../../activities/google/googleAccounts.ts'
import { createGoogleHost } from '../../activities/google/googleHost.ts'
import { claimNextMail } from '../../activities/notify/send/claim.ts'
import { queueNotifications } from '../../activities/notify/queue.ts'
import { refreshRecords, type RecordDeps } from '../../activities/calendarRecords/refreshRecords.ts'
import { createClient } from '../../client/client.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { listCalendarRows } from '../../state/calendars/calendarRows.ts'
import { claimAccount } from '../../state/hosts/facts.ts'
import { takeCalendarUnits } from '../../state/calendars/googleQuota.ts'
import { STATE_SCHEMA, type StateTables } from '../../state/tables/schema.ts'
import { openState } from '../../state/database/open.ts'
import type { GoogleHost } from '../../sheets/sources/source.ts'
import { addRun, findOpenRun } from '../../state/sync/runs.ts'
import { createLease } from '../../worker/context/lease.ts'
import { createAccount } from '../support/account.ts'
import { createApi } from '../support/api.ts'
import { reminderOf } from '../support/mail/ledger.ts'
import { createDataFolder, startInProcessServer } from '../support/server.ts'
import { emptyDatabaseUrl, hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { pause } from '../support/wait.ts'

// What two hosts do at the same moment to the state that they share on PostgreSQL.

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const closeOne of closers.splice(0).toReversed()) await closeOne()
})

/** The state as two hosts open it. */
async function openTwice(): Promise<[Database, Database]> {
  const url = await emptyDatabaseUrl()
  const hosts: [Database, Database] = [await openState(url, systemClock), await openState(url, systemClock)]
  closers.push(...hosts.map((state) => () => state.close()))
  return hosts
}

const runOf = (id: string) =>
  ({
    run_id: id,
    source: 'main',
    decide: 'wait',
    settings: '{}',
    file: 'a.csv',
    sha256: null,
    started_at: id,
    scheduled_by: null,
  }) as const

describe.skipIf(!hasPostgres)(`two hosts on one state${withoutPostgres}`, () => {
  it('each reminder is claimed by one of two senders that claim at the same time', async () => {
    const [one, two] = await openTwice()
    const nowMs = Date.now()
    for (let round = 0; round < 10; round++) {
      const recipient = `ada${round}@example.com`
      const reminders = Array.from({ length: 20 }, (_, index) => reminderOf(`item ${round}.${index}`))
      await one.write((tx) =>
        queueNotifications(tx, reminders, [{ channel: 'mail', recipient, domain: 'example.com' }], nowMs),
      )
      const claim = (state: Database, by: string) =>
        state.write((tx) =>
          claimNextMail(tx, { channel: 'mail', recipient, by }, { nowMs: nowMs + 1000, claimAtMs: nowMs + 1000 }),
        )
      const mails = await Promise.all([claim(one, 'one'), claim(two, 'two')])
      const claimed = mails.flatMap((mail) => mail?.rows.map(({ message_id: id }) => id) ?? [])
      expect(new Set(claimed).size, 'none is claimed twice').toBe(claimed.length)
      expect(claimed).toHaveLength(20)
    }
  })

  it('two workers that start at the same time on a new database agree on its account', async () => {
    const [one, two] = await openTwice()
    const inserted = Promise.withResolvers<void>()
    const first = one.write(async (tx) => {
      const owner = await claimAccount(tx, 'account')
      inserted.resolve()
      await pause(300, 'the first transaction is slow, so that the second one begins during it')
      return owner
    })
    await inserted.promise
    expect(await Promise.all([first, two.write((tx) => claimAccount(tx, 'account'))])).toEqual(['account', 'account'])
  })

  it('of two runs of a source that are added at the same time, one is refused', async () => {
    const [one, two] = await openTwice()
    const added = await Promise.all([
      one.write((tx) => addRun(tx, runOf('a'))),
      two.write((tx) => addRun(tx, runOf('b'))),
    ])
    expect(new Set(added)).toEqual(new Set([false, true]))
    expect((await one.read((tx) => findOpenRun(tx, 'main')))?.run_id).toBe(added[0] ? 'a' : 'b')
  })

  it('the database’s clock decides a lease: a host whose clock is an hour ahead does not take it', async () => {
    const [one, two] = await openTwice()
    const held = createLease({ state: one, clock: systemClock }, 'schedules', 20_000)
    const ahead = createLease({ state: two, clock: { nowMs: () => Date.now() + 3_600_000 } }, 'schedules', 20_000)
    expect(await held.isHeld()).toBe(true)
    expect(await ahead.isHeld()).toBe(false)
    await held.release()
    expect(await ahead.isHeld()).toBe(true)
  })

  it('one quota of Google holds for hosts whose clocks are two minutes apart', async () => {
    const noAccounts = { connect: () => Promise.reject(new Error('nobody asks Google')) } as unknown as GoogleAccounts
    const [behind, ahead] = (await openTwice()).map((state, index) =>
      createGoogleHost(state, { nowMs: () => Date.now() + index * 120_000 }, noAccounts),
    ) as [GoogleHost, GoogleHost]
    await behind.reserveReads('key', 40)
    await expect(ahead.reserveReads('key', 11)).rejects.toThrow('Google allows in a minute')
    const permit = await ahead.reserveReads('key', 10)
    await permit.take()
    await expect(behind.reserveReads('key', 1)).rejects.toThrow('Google allows in a minute')
  })

  it('of reservations that two hosts make at the same moment, not one is above the quota', async () => {
    const noAccounts = { connect: () => Promise.reject(new Error('nobody asks Google')) } as unknown as GoogleAccounts
    const hosts = (await openTwice()).map((state) => createGoogleHost(state, systemClock, noAccounts))
    for (let round = 0; round < 10; round++) {
      const permits = hosts.flatMap((host) => Array.from({ length: 15 }, () => host.reserveReads(`key ${round}`, 3)))
      const reserved = (await Promise.allSettled(permits)).filter(({ status }) => status === 'fulfilled')
      expect(reserved, 'fifty a minute allow 16 of three').toHaveLength(16)
    }
  })

  it('of requests to a calendar that two hosts make at the same moment, eight are made in any second', async () => {
    const hosts = await openTwice()
    const take = (state: Database) =>
      state.write((tx) => takeCalendarUnits(tx, { credential: 'key', units: 1 }, systemClock))
    await Promise.all(hosts.flatMap((state) => Array.from({ length: 20 }, () => take(state))))
    const rows = await hosts[0].read((tx) =>
      tx.query<{ at: string }>(
        tx.builder<StateTables>(STATE_SCHEMA).selectFrom('google_read').select('at').orderBy('at'),
      ),
    )
    const times = rows.map(({ at }) => Date.parse(at))
    expect(times.length).toBeGreaterThanOrEqual(8)
    times.slice(8).forEach((atMs, index) => expect(atMs - (times[index] ?? 0)).toBeGreaterThanOrEqual(1000))
  })

  it('shoots never go back: a list that was read before another host stored a newer one is read again', async () => {
    const [one, two] = await openTwice()
    using folder = createDataFolder()
    const server = await startInProcessServer(folder.databaseFile, systemClock)
    closers.push(() => server.stop())
    const account = await createAccount(folder.dataDir, 'Studio', { timezone: 'UTC' })
    const client = createClient({ url: server.url + API_BASE, token: account.api_key, retries: 0 })
    closers.push(() => client.close())
    const api = createApi(server.url, account.api_key)
    const date = new Date(Date.now() + 86_400_000 * 10).toISOString().slice(0, 10)
    const { id } = (await api.post('/shoots', { title: 'Before', shoot_date: date })).item()
    // Without the lock, as after it was lost.
    const depsOf = (state: Database): RecordDeps => ({
      api: client,
      state,
      clock: systemClock,
      withLock: (_name, work) => work(state),
    })
    let writes = 0
    const overtaken: Database = Object.assign(Object.create(one) as Database, {
      read: one.read.bind(one),
      write: async <T>(job: (tx: Tx) => Promise<T>): Promise<T> => {
        if (++writes === 1) {
          await api.patch(`/shoots/${id}`, { updates: { title: 'After' } })
          await refreshRecords(depsOf(two), 'shoots')
        }
        return one.write(job)
      },
    })
    await refreshRecords(depsOf(overtaken), 'shoots')
    const rows = await one.read((tx) => listCalendarRows(tx, 'shoots'))
    expect(rows.map(({ record }) => (JSON.parse(record) as { title: string }).title)).toEqual(['After'])
    expect(writes).toBe(2)
    await server.stop()
  })
})
