// Inventories made to slow searches down.
import type { Api } from './api.ts'
import { runSql } from './database.ts'

/** The maximum number of words of a search. Every position of a hostile name matches the beginning of each. */
export const hostileWords = Array.from({ length: 20 }, (_, index) => `aaaaaaa${String.fromCharCode(98 + index)}`)
export const HOSTILE_QUERY = hostileWords.join(' ')
/** A name of the maximum length, with all the words at its end. */
export const HOSTILE_NAME = `${'a'.repeat(240 - HOSTILE_QUERY.length)}${HOSTILE_QUERY}`
/** The search text of a shoot with the longest title and 20 locations of the maximum length. */
export const HOSTILE_SHOOT = `${'a'.repeat(200)} ${`${'a'.repeat(200)} `.repeat(19)}${HOSTILE_NAME.slice(-200)}`

interface Inventory {
  databaseFile: string
  account: string
  api: Api
}

const numbersTo = (count: number): string =>
  `with recursive number(n) as (select 1 union all select n + 1 from number where n < ${count})`
const idOn = (databaseFile: string): string =>
  databaseFile.startsWith('postgres:')
    ? `lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0')`
    : `printf('%08x-0000-7000-8000-%012x', n, n)`

/** Inserts cameras with hostile names. Only the oldest one's name contains `oldest`. */
export async function fillGear({ databaseFile, account, api }: Inventory, count: number): Promise<void> {
  const item = await api.createItem()
  await api.delete(`/gear/${item.id}`)
  const id = idOn(databaseFile)
  await runSql(
    databaseFile,
    `insert into gear_name (account_id, id, fold, items)
     ${numbersTo(count)} select ?, n, cast(? as text) || case n when 1 then 'oldest' else cast(n as text) end, 1 from number`,
    account,
    HOSTILE_NAME,
  )
  await runSql(
    databaseFile,
    `insert into gear (account_id, id, gear_type, status, name_id, serial_number, record)
     ${numbersTo(count)} select ?, ${id}, 'camera', 'available', n, 'S', replace(?, ?, ${id}) from number`,
    account,
    JSON.stringify(item),
    item.id,
  )
  await setState({ databaseFile, account, api }, count, 'gear.camera.available')
}

export async function fillShoots(
  { databaseFile, account, api }: Inventory,
  count: number,
  text: string,
): Promise<void> {
  const shoot = (await api.post('/shoots', { title: 'Night', shoot_date: '2026-01-01' })).item()
  await api.delete(`/shoots/${shoot.id}`)
  const id = idOn(databaseFile)
  await runSql(
    databaseFile,
    `insert into shoot (account_id, id, status, starts, fold, record)
     ${numbersTo(count)} select ?, ${id}, 'planned', '2026-01-01 24:00', ?, replace(?, ?, ${id}) from number`,
    account,
    text,
    JSON.stringify(shoot),
    shoot.id,
  )
  await setState({ databaseFile, account, api }, count, 'shoots.planned')
}

async function setState({ databaseFile, account }: Inventory, count: number, counter: string): Promise<void> {
  const [row] = await runSql<{ counters: string }>(
    databaseFile,
    'select counters from account_state where account_id = ?',
    account,
  )
  const counters = JSON.stringify({ ...(JSON.parse(row?.counters ?? '{}') as object), [counter]: count })
  await runSql(
    databaseFile,
    `update account_state set next_name_id = case when next_name_id < ${count} then ${count} else next_name_id end, counters = ? where account_id = ?`,
    counters,
    account,
  )
}
