import { describe, expect, it } from 'vitest'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ bob: true })

interface Suggestions {
  data: { value: string; items: number }[]
  has_more: boolean
}

const suggest = async (query: string): Promise<Suggestions> =>
  JSON.parse((await suite.alice.get(`/gear/suggestions?${query}`)).text) as Suggestions
const pairs = async (query: string): Promise<[string, number][]> =>
  (await suggest(query)).data.map(({ value, items }) => [value, items])

describe('GET /gear/suggestions', () => {
  it('lists locations with the number of their items, as the oldest item spells them, and tags', async () => {
    const [first] = [await suite.alice.createItem({ storage_location: 'Shelf A', asset_tag: 'KR-2' })]
    await suite.alice.createItem({ storage_location: 'SHELF a', asset_tag: 'kr-1' })
    await suite.alice.createItem({ storage_location: 'Étagère', asset_tag: 'X_1' })
    await suite.alice.createItem({ storage_location: null, asset_tag: null })
    await suite.bob.createItem({ storage_location: 'Vault', asset_tag: 'KR-9' })
    expect(await pairs('field=storage_location')).toEqual([
      ['Shelf A', 2],
      ['Étagère', 1],
    ])
    expect(await pairs('field=asset_tag&begins_with=Kr-')).toEqual([
      ['kr-1', 1],
      ['KR-2', 1],
    ])
    expect(await pairs('field=storage_location&begins_with=%C3%89')).toEqual([['Étagère', 1]])
    expect(await pairs('field=asset_tag&begins_with=%25')).toEqual([])
    expect(await suggest('field=asset_tag&limit=1')).toEqual({ data: [{ value: 'kr-1', items: 1 }], has_more: true })
    expect((await suggest('field=asset_tag&limit=3')).has_more).toBe(false)
    await suite.alice.patch(`/gear/${first.id}`, { updates: { storage_location: 'Shelf B' } })
    expect(await pairs('field=storage_location&begins_with=shelf')).toEqual([
      ['SHELF a', 1],
      ['Shelf B', 1],
    ])
  })

  it('answers 304 until an item changes, and refuses what it does not know', async () => {
    const path = '/gear/suggestions?field=storage_location'
    const etag = (await suite.alice.get(path)).headers['etag'] ?? ''
    expect((await suite.alice.get(path, { 'if-none-match': etag })).status).toBe(304)
    await suite.alice.createItem({ storage_location: 'New' })
    expect((await suite.alice.get(path, { 'if-none-match': etag })).status).toBe(200)
    const refused = await suite.alice.get('/gear/suggestions?field=notes&begins_with=&limit=201&offset=1')
    expect(refused).toHaveFaults(400, [
      'begins_with required',
      'field invalid_value',
      'limit invalid_value',
      'offset unknown_parameter',
    ])
    expect((await suite.alice.get('/gear/suggestions')).faults()).toEqual(['field required'])
  })
})
