import { describe, expect, it } from 'vitest'
import { useServer } from '../../../support/suite.ts'

const suite = useServer()

const total = async (query: Record<string, string>): Promise<number> =>
  (await suite.alice.get(`/gear?${new URLSearchParams(query).toString()}`)).pagination().total

describe('filters of GET /gear by condition and storage location', () => {
  it('follow each change of an item, its deletion and its restoration', async () => {
    const { id } = await suite.alice.createItem({ storage_location: 'Rack 1', condition: 'fair' })
    expect(await total({ storage_location: 'rack 1' })).toBe(1)
    expect(await total({ condition: 'fair' })).toBe(1)
    await suite.alice.patch(`/gear/${id}`, { updates: { storage_location: 'Rack 2' } })
    expect(await total({ storage_location: 'rack 1' })).toBe(0)
    expect(await total({ storage_location: 'RACK 2' })).toBe(1)
    await suite.alice.patch(`/gear/${id}`, { updates: { condition: 'poor', notes: 'Dented' } })
    expect(await total({ condition: 'fair' })).toBe(0)
    expect(await total({ condition: 'poor' })).toBe(1)
    expect(await total({ search: 'qx-9' })).toBe(0)
    await suite.alice.patch(`/gear/${id}`, { updates: { asset_tag: 'QX-9', serial_number: 'ZZ 7' } })
    expect(await total({ search: 'qx-9' })).toBe(1)
    expect(await total({ search: 'zz 7' })).toBe(1)
    expect(await total({ search: 'zz qx' })).toBe(1)
    await suite.alice.delete(`/gear/${id}`)
    expect(await total({ storage_location: 'Rack 2' })).toBe(0)
    await suite.alice.send('POST', `/gear/${id}/restore`)
    expect(await total({ storage_location: 'Rack 2', condition: 'poor' })).toBe(1)
    await suite.alice.patch(`/gear/${id}`, { updates: { storage_location: null } })
    expect(await total({ storage_location: 'Rack 2' })).toBe(0)
  })

  it('tell apart locations of the greatest length, whose folded form may be longer', async () => {
    // The first letter becomes three when its case is folded. PostgreSQL cannot shorten the pictures by compression.
    const pictures = Array.from({ length: 199 }, (_, index) =>
      String.fromCodePoint(0x1f300 + ((index * 389) % 700)),
    ).join('')
    for (const text of ['\u0390'.repeat(199), pictures]) {
      const largest = {
        gear_type: 'accessory',
        status: 'maintenance',
        condition: 'excellent',
        purchase_price: 1e9,
        replacement_value: 1e9,
      }
      const texts = { serial_number: `${text}1`, asset_tag: `${text}1`, purchase_date: '2026-01-01' }
      await suite.alice.createItem({ storage_location: `${text}1`, ...largest, ...texts })
      await suite.alice.createItem({ storage_location: `${text}2`, ...largest, ...texts, asset_tag: `${text}2` })
      for (const last of ['1', '2']) expect(await total({ storage_location: `${text}${last}` })).toBe(1)
      expect(await total({ storage_location: text })).toBe(0)
    }
  })

  it('refuse unknown and empty values by name', async () => {
    const reply = await suite.alice.get('/gear?condition=mint&storage_location=&shelf=1')
    expect(reply).toHaveFaults(400, ['condition invalid_value', 'shelf unknown_parameter', 'storage_location required'])
    expect(reply.text).toContain('"code":"invalid_query"')
    expect(reply.text).toContain('"allowed":["new","excellent","good","fair","poor"]')
  })
})
