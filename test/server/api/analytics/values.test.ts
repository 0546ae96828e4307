import { describe, expect, it } from 'vitest'
import { gearStatuses, gearTypes } from '../../../../contract/api/gearFields.ts'
import { InventoryValues } from '../../../../contract/api/analytics.ts'
import type { Api, Item } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ fakeClock: true, bob: true })

const valuesOf = async (api: Api): Promise<InventoryValues> =>
  InventoryValues.parse((await api.get('/analytics/values')).item())
const cents = (money: unknown): number => (typeof money === 'number' ? Math.round(money * 100) : 0)

async function allItems(): Promise<Item[]> {
  return (await suite.alice.get('/gear?limit=200')).items()
}

/** The figures of the contract, counted from the list. */
function countFigures(items: readonly Item[], valueOf: (item: Item) => number, unit: number): InventoryValues['items'] {
  const sum = (type?: string, status?: string): number =>
    items
      .filter((item) => (type ?? item.gear_type) === item.gear_type && (status ?? item.status) === item.status)
      .reduce((total, item) => total + valueOf(item), 0) / unit
  const figuresOf = (type?: string) => ({
    total: sum(type),
    by_status: Object.fromEntries(gearStatuses.map((status) => [status, sum(type, status)])),
  })
  return {
    ...figuresOf(),
    by_type: Object.fromEntries(gearTypes.map((type) => [type, figuresOf(type)])),
  } as InventoryValues['items']
}

async function checkFigures(): Promise<void> {
  const items = await allItems()
  expect(await valuesOf(suite.alice)).toMatchObject({
    items: countFigures(items, () => 1, 1),
    purchase_value: countFigures(items, (item) => cents(item['purchase_price']), 100),
    replacement_value: countFigures(items, (item) => cents(item['replacement_value']), 100),
  })
}

describe('GET /analytics/values', () => {
  it('returns every key as 0 for an empty account, in the currency of the account', async () => {
    const { generated_at: generatedAt, currency, ...figures } = await valuesOf(suite.bob)
    expect(generatedAt).toBe(new Date(suite.clock.nowMs()).toISOString())
    expect(currency).toBe(((await suite.bob.get('/profile')).item()['profile'] as { currency: string }).currency)
    const empty = countFigures([], () => 0, 1)
    expect(figures).toEqual({ items: empty, purchase_value: empty, replacement_value: empty })
  })

  it('is exact to the cent after each write', async () => {
    const made: Item[] = []
    for (let index = 0; index < 30; index++)
      made.push(
        await suite.alice.createItem({
          gear_type: gearTypes[index % 5],
          status: gearStatuses[index % 4],
          purchase_price: index % 3 === 0 ? null : Number((0.1 + index * 33.33).toFixed(2)),
          replacement_value: index % 4 === 0 ? null : Number((index * 0.07).toFixed(2)),
        }),
      )
    await checkFigures()
    const [first, second, third] = made.slice(4)
    await suite.alice.patch(`/gear/${first?.id}`, { updates: { status: 'retired' } })
    await suite.alice.patch(`/gear/${second?.id}`, { updates: { purchase_price: 1e9, replacement_value: 0 } })
    await suite.alice.patch(`/gear/${second?.id}`, { updates: { notes: 'no new value' } })
    await suite.alice.patch(`/gear/${third?.id}`, { updates: { purchase_price: null, status: 'in_use' } })
    await checkFigures()
    await suite.alice.delete(`/gear/${first?.id}`)
    await checkFigures()
    await suite.alice.send('POST', `/gear/${first?.id}/restore`)
    await checkFigures()
    const refused = await suite.alice.patch(`/gear/${first?.id}`, { updates: { purchase_price: -1 } })
    expect(refused.status).toBe(422)
    await checkFigures()
  })

  it('has an ETag of its figures, the scope of the other analytics, and no parameters', async () => {
    const etag = (await suite.alice.get('/analytics/values')).headers['etag'] ?? ''
    suite.clock.move(60_000)
    expect((await suite.alice.get('/analytics/values', { 'if-none-match': etag })).status).toBe(304)
    await suite.alice.createItem({ purchase_price: 0.01 })
    expect((await suite.alice.get('/analytics/values', { 'if-none-match': etag })).status).toBe(200)
    const owner = createSettings(suite.server.url, suite.aliceAccount.owner_key)
    const created = await owner.post('/keys', { name: 'no figures', scopes: ['gear:read'] })
    expect((await suite.alice.as(String(created.item()['key'])).get('/analytics/values')).status).toBe(403)
    expect((await suite.alice.get('/analytics/values?type=lens')).faults()).toEqual(['type unknown_parameter'])
  })
})
