import { describe, expect, it } from 'vitest'
import { hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { RECORD_SCHEMA } from '../../server/db/recordSchema.ts'
import { startSideBySide, type DatabaseKind, type SideBySide } from './sideBySide.ts'

// A server of the version before leaves columns empty that a later version derives from records.

const COLUMNS = [
  'condition',
  'location_key',
  'tag_fold',
  'serial_fold',
  'purchase_date',
  'purchase_cents',
  'replacement_cents',
]

/** Makes rows such as a server without the columns writes them, counted as events of another version. */
async function forgetColumns({ sql }: SideBySide): Promise<void> {
  await sql(`update gear set ${COLUMNS.map((name) => `${name} = null`).join(', ')}`)
  await sql('update account_state set record_schema_seq = record_schema_seq - 1')
}

/** Starts both servers on 20 cameras, whose columns are empty before the later server starts. */
async function startWithoutColumns(kind: DatabaseKind): Promise<SideBySide> {
  const servers = await startSideBySide(kind)
  for (let index = 0; index < 20; index++)
    await servers.make({
      gear_type: 'camera',
      brand: 'Sony',
      model: 'FX3',
      storage_location: 'Vault',
      condition: 'fair',
      serial_number: `S-${index}`,
      purchase_price: 10.01,
    })
  await forgetColumns(servers)
  return servers
}

async function readPurchaseValue({ ask }: SideBySide): Promise<number> {
  const { item } = await ask('GET', '/analytics/values')
  return (item['purchase_value'] as { total: number }).total
}

describe.each([
  ['sqlite', true, ''],
  ['postgres', hasPostgres, withoutPostgres],
] as const)('gear that a server of the version before has written, on %s', (kind, isRun, suffix) => {
  it.skipIf(!isRun)(`gets its columns, without an event or a new updated_at${suffix}`, async () => {
    await using servers = await startWithoutColumns(kind)
    const before = (await servers.askOld('GET', '/gear')).text
    const events = await servers.sql('select count(*) as n from event')
    await servers.startLater()
    const count = async (query: string): Promise<number> => (await servers.ask('GET', `/gear?${query}`)).items.length
    expect(await count('storage_location=vault&condition=fair')).toBe(20)
    expect(await count('condition=good')).toBe(0)
    expect((await servers.ask('GET', '/gear')).text).toBe(before)
    expect(await servers.sql('select count(*) as n from event')).toEqual(events)
  })

  it.skipIf(!isRun)(`has exact sums of values before and after, and can be changed meanwhile${suffix}`, async () => {
    await using servers = await startWithoutColumns(kind)
    await servers.startLater()
    expect(await readPurchaseValue(servers)).toBe(200.2)
    await forgetColumns(servers)
    await servers.sql(
      "update account_state set counters = replace(counters, 'purchase_cents.camera.available', 'purchase_cents.camera.retired')",
    )
    expect(await readPurchaseValue(servers)).toBe(200.2)
    const [item] = (await servers.ask('GET', '/gear?limit=1')).items
    const updates = { purchase_price: 0.01, status: 'ready' }
    expect((await servers.ask('PATCH', `/gear/${item?.id}`, { body: { updates } })).status).toBe(200)
    expect(await readPurchaseValue(servers)).toBe(190.2)
    await servers.later?.stop()
    await servers.startLater()
    expect(await servers.progress()).toEqual({ schema: RECORD_SCHEMA + 1, cursor: '', behind: 0 })
    expect(await readPurchaseValue(servers)).toBe(190.2)
    await servers.ask('DELETE', `/gear/${item?.id}`)
    expect(await readPurchaseValue(servers)).toBe(190.19)
  })
})
