import { afterEach, describe, expect, it } from 'vitest'
import { useServer } from '../../../support/suite.ts'
import { defineField, ownerOf, removeAllFields } from '../../settings/fields/support.ts'

const suite = useServer()
const owner = () => ownerOf(suite)

afterEach(() => removeAllFields(owner()))

async function defineAll(): Promise<void> {
  await defineField(owner(), { name: 'supplier' })
  await defineField(owner(), { name: 'ports', type: 'integer' })
  await defineField(owner(), { name: 'load_kg', type: 'number', unit: 'kg' })
  await defineField(owner(), { name: 'calibrated_on', type: 'date' })
  await defineField(owner(), { name: 'insured', type: 'boolean' })
  await defineField(owner(), { name: 'grade', type: 'choice', choices: ['A', 'B'] })
  await defineField(owner(), { name: 'hood', gear_type: 'lens' })
}

const values = { supplier: 'Calumet', ports: 4, load_kg: -0.5, calibrated_on: '2026-02-28', insured: false, grade: 'B' }

describe('own fields of an item', () => {
  it('are stored and returned, sorted by name, with what is set only', async () => {
    await defineAll()
    const plain = await suite.alice.createItem()
    expect(plain).not.toHaveProperty('fields')
    const item = await suite.alice.createItem({ fields: { ...values, supplier: '  Calumet ' } })
    expect(item['fields']).toEqual(values)
    expect(Object.keys(item['fields'] as object)).toEqual(Object.keys(values).toSorted())
    expect((await suite.alice.get(`/gear/${item.id}`)).item()).toEqual(item)
    expect((await suite.alice.get('/gear')).items()[0]).toEqual(item)
    expect(await suite.alice.createItem({ fields: { supplier: null } })).not.toHaveProperty('fields')
    expect(await suite.alice.createItem({ fields: null })).not.toHaveProperty('fields')
  })

  it('have all their faults at once, beside those of other fields', async () => {
    await defineAll()
    const fields = {
      supplier: 7,
      ports: 1.5,
      load_kg: '3',
      calibrated_on: '2026-02-30',
      insured: 'yes',
      grade: 'C',
      hood: 'x',
      nothing: 1,
      constructor: 'x',
    }
    const faults = (base: string): string[] => [
      `#/${base}fields/calibrated_on invalid_value`,
      `#/${base}fields/constructor unknown_field`,
      `#/${base}fields/grade invalid_value`,
      `#/${base}fields/hood field_not_for_gear_type`,
      `#/${base}fields/insured invalid_type`,
      `#/${base}fields/load_kg invalid_type`,
      `#/${base}fields/nothing unknown_field`,
      `#/${base}fields/ports invalid_type`,
      `#/${base}fields/supplier invalid_type`,
      `#/${base}purchase_price invalid_value`,
    ]
    const created = await suite.alice.post('/gear', {
      gear_type: 'camera',
      brand: 'a',
      model: 'b',
      purchase_price: -1,
      fields,
    })
    expect(created).toHaveStatus(422)
    expect(created.faults()).toEqual(faults(''))
    const item = await suite.alice.createItem()
    const patched = await suite.alice.patch(`/gear/${item.id}`, { updates: { purchase_price: -1, fields } })
    expect(patched.faults()).toEqual(faults('updates/'))
    expect((await suite.alice.post('/gear', { brand: 'a', model: 'b', fields: { supplier: 7 } })).faults()).toEqual([
      '#/fields/supplier invalid_type',
      '#/gear_type required',
    ])
    expect((await suite.alice.patch(`/gear/${item.id}`, { updates: { fields: 'x' } })).faults()).toEqual([
      '#/updates/fields invalid_type',
    ])
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, 1]))
    expect((await suite.alice.patch(`/gear/${item.id}`, { updates: { fields: many } })).faults()).toEqual([
      '#/updates/fields too_long',
    ])
  })

  it('change by PATCH alone, and null clears', async () => {
    await defineAll()
    const item = await suite.alice.createItem({ fields: values })
    const reply = await suite.alice.patch(`/gear/${item.id}`, {
      updates: { fields: { supplier: null, ports: 8 }, notes: 'x' },
    })
    const { supplier: _, ...rest } = values
    expect(reply.item()).toEqual({
      ...item,
      notes: 'x',
      fields: { ...rest, ports: 8 },
      updated_at: reply.item().updated_at,
    })
    expect(Object.keys(reply.item())).toEqual(Object.keys(item))
    const same = await suite.alice.patch(`/gear/${item.id}`, { updates: { fields: { ports: 8, supplier: null } } })
    expect(same.item().updated_at).toBe(reply.item().updated_at)
    const cleared = await suite.alice.patch(`/gear/${item.id}`, {
      updates: { fields: Object.fromEntries(Object.keys(values).map((name) => [name, null])) },
    })
    expect(cleared.item()).not.toHaveProperty('fields')
    const filled = await suite.alice.patch(`/gear/${item.id}`, { updates: { fields: { grade: 'A' } } })
    expect(Object.keys(filled.item()).at(-1)).toBe('updated_at')
    expect(filled.item()['fields']).toEqual({ grade: 'A' })
    const bodies = await suite.sql<{ body: string }>(
      "select body from event where record_id = ? and type = 'gear.updated' order by seq",
      item.id,
    )
    const changes = bodies.map(({ body }) => (JSON.parse(body) as { data: { changes: unknown } }).data.changes)
    expect(changes[0]).toEqual({
      notes: { from: null, to: 'x' },
      'fields.ports': { from: 4, to: 8 },
      'fields.supplier': { from: 'Calumet', to: null },
    })
    expect(changes.at(-1)).toEqual({ 'fields.grade': { from: null, to: 'A' } })
  })

  it('go and come back with the item, and values without a definition are skipped and counted', async () => {
    await defineAll()
    const item = await suite.alice.createItem({ fields: values })
    await suite.alice.delete(`/gear/${item.id}`)
    const fields = (await owner().get('/fields')).items()
    expect(new Set(fields.map((field) => field['items']))).toEqual(new Set([0]))
    const supplier = fields.find((field) => field['name'] === 'supplier')
    const grade = fields.find((field) => field['name'] === 'grade')
    await owner().delete(`/fields/${supplier?.id}`)
    await owner().patch(`/fields/${grade?.id}`, { updates: { choices: ['A'] } })
    const reply = await suite.alice.send('POST', `/gear/${item.id}/restore`)
    const { supplier: _, grade: __, ...rest } = values
    expect(reply.item()['fields']).toEqual(rest)
    expect((JSON.parse(reply.text) as { restored: unknown }).restored).toEqual({
      maintenance: 0,
      documents: 0,
      values_skipped: 2,
    })
  })
})
