import { beforeAll, describe, expect, it } from 'vitest'
import { openHousekeeper } from '../../../support/housekeeping.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ fakeClock: true })

const COLUMNS = [
  'condition',
  'location_key',
  'tag_fold',
  'serial_fold',
  'purchase_date',
  'purchase_cents',
  'replacement_cents',
]

/** Rows as a server of the version before writes them: without the columns, and counted as events of another version. */
async function forgetColumns(): Promise<void> {
  await suite.sql(`update gear set ${COLUMNS.map((name) => `${name} = null`).join(', ')}`)
  await suite.sql('update account_state set record_schema_seq = record_schema_seq - 1')
}

const total = async (query: string): Promise<number> => (await suite.alice.get(`/gear?${query}`)).pagination().total

describe('gear that a server of the version before has written', () => {
  beforeAll(async () => {
    for (let index = 0; index < 20; index++)
      await suite.alice.createItem({
        storage_location: 'Vault',
        condition: 'fair',
        serial_number: `S-${index}`,
        purchase_price: 10.01,
      })
  })

  it('gets its columns by housekeeping, without an event or a new updated_at', async () => {
    const before = (await suite.alice.get('/gear')).text
    await forgetColumns()
    await using keeper = await openHousekeeper(suite.folder.databaseFile, suite.clock)
    const [events] = await suite.sql('select count(*) as n from event')
    expect((await keeper.housekeeping.run('records')).counts).toEqual({ rows: 20, changed: 20 })
    expect(await total('storage_location=vault&condition=fair')).toBe(20)
    expect(await total('condition=good')).toBe(0)
    expect((await suite.alice.get('/gear')).text).toBe(before)
    expect((await suite.sql('select count(*) as n from event'))[0]).toEqual(events)
    expect((await keeper.housekeeping.run('records')).counts).toEqual({ rows: 0, changed: 0 })
  })

  it('has exact sums of values before and after, and can be changed meanwhile', async () => {
    const purchaseValue = async () =>
      ((await suite.alice.get('/analytics/values')).item()['purchase_value'] as { total: number }).total
    expect(await purchaseValue()).toBe(200.2)
    await forgetColumns()
    await suite.sql(
      "update account_state set counters = replace(counters, 'purchase_cents.camera.available', 'purchase_cents.camera.retired')",
    )
    expect(await purchaseValue()).toBe(200.2)
    const [item] = (await suite.alice.get('/gear?limit=1')).items()
    expect(
      (await suite.alice.patch(`/gear/${item?.id}`, { updates: { purchase_price: 0.01, status: 'ready' } })).status,
    ).toBe(200)
    expect(await purchaseValue()).toBe(190.2)
    // The lease of the keeper before has ended.
    suite.clock.move(3_600_000)
    await using keeper = await openHousekeeper(suite.folder.databaseFile, suite.clock)
    expect((await keeper.housekeeping.run('records')).counts).toMatchObject({ rows: 20 })
    expect(await purchaseValue()).toBe(190.2)
    await suite.alice.delete(`/gear/${item?.id}`)
    expect(await purchaseValue()).toBe(190.19)
  })
})
