import { afterEach, describe, expect, it } from 'vitest'
import { accessoryCategories } from '../../../../contract/api/gearFields.ts'
import { useServer } from '../../../support/suite.ts'
import { otherOwnerOf, ownerOf } from '../../settings/fields/support.ts'
import { addCategory, removeAllCategories } from '../../settings/categories/support.ts'

const suite = useServer({ bob: true })
const owner = () => ownerOf(suite)

afterEach(() => removeAllCategories(owner(), suite.alice))

const accessory = { gear_type: 'accessory', brand: 'Yamaha', model: 'MG12' }

describe('the category of an accessory', () => {
  it('is a built-in one or one of the account', async () => {
    await addCategory(owner(), 'mixer')
    const created = await suite.alice.post('/gear', { ...accessory, category: 'mixer' })
    expect(created).toHaveStatus(201)
    const path = `/gear/${created.item().id}`
    expect((await suite.alice.get(path)).item()).toMatchObject({ category: 'mixer' })
    for (const category of ['audio', 'mixer', null, 'mixer'])
      expect((await suite.alice.patch(path, { updates: { category } })).item()).toMatchObject({ category })
    const bodies = await suite.sql<{ body: string }>(
      "select body from event where record_id = ? and type = 'gear.updated' order by seq",
      created.item().id,
    )
    expect((JSON.parse(bodies[0]?.body ?? '') as { data: { changes: unknown } }).data.changes).toEqual({
      category: { from: 'mixer', to: 'audio' },
    })
  })

  it.each(['mixing', 'Mixer', '', 'constructor', '__proto__', 'a'.repeat(50)])(
    'is refused as %j, with the valid ones and all other faults',
    async (category) => {
      await addCategory(owner(), 'mixer')
      const item = await suite.alice.createItem(accessory)
      const allowed = [...accessoryCategories, 'mixer']
      const created = await suite.alice.post('/gear', { ...accessory, brand: '', category, battery_wh: 'x' })
      expect(created.faults()).toEqual(['#/battery_wh invalid_type', '#/brand required', '#/category invalid_value'])
      expect(created.problem().errors?.find(({ pointer }) => pointer === '#/category')?.allowed).toEqual(allowed)
      const patched = await suite.alice.patch(`/gear/${item.id}`, { updates: { category, fields: { none: 1 } } })
      expect(patched.faults()).toEqual(['#/updates/category invalid_value', '#/updates/fields/none unknown_field'])
      expect(patched.problem().errors?.[0]?.allowed).toEqual(allowed)
    },
  )

  it('is refused with the type of a number, and for another gear type', async () => {
    await addCategory(owner(), 'mixer')
    expect((await suite.alice.post('/gear', { ...accessory, category: 5 })).faults()).toEqual([
      '#/category invalid_type',
    ])
    expect((await suite.alice.post('/gear', { ...accessory, gear_type: 'lens', category: 'mixer' })).faults()).toEqual([
      '#/category field_not_for_gear_type',
    ])
    expect((await suite.alice.post('/gear', { ...accessory, gear_type: 'x', category: 'none' })).faults()).toEqual([
      '#/category invalid_value',
      '#/gear_type invalid_value',
    ])
    const lens = await suite.alice.createItem({ gear_type: 'lens' })
    for (const category of ['mixer', 'none'])
      expect((await suite.alice.patch(`/gear/${lens.id}`, { updates: { category } })).faults()).toEqual([
        '#/updates/category field_not_for_gear_type',
      ])
  })

  it('is never that of another account', async () => {
    await addCategory(otherOwnerOf(suite), 'truss')
    expect(await suite.alice.post('/gear', { ...accessory, category: 'truss' })).toHaveStatus(422)
    expect(await suite.bob.post('/gear', { ...accessory, category: 'truss' })).toHaveStatus(201)
    await removeAllCategories(otherOwnerOf(suite), suite.bob)
  })

  it('comes back with a restored item if it is defined, and is left out and counted otherwise', async () => {
    const category = await addCategory(owner(), 'mixer')
    const item = await suite.alice.createItem({ ...accessory, category: 'mixer' })
    const restore = async (): Promise<unknown> => {
      await suite.alice.delete(`/gear/${item.id}`)
      return JSON.parse((await suite.alice.send('POST', `/gear/${item.id}/restore`)).text)
    }
    expect(await restore()).toMatchObject({ data: { category: 'mixer' } })
    await suite.alice.delete(`/gear/${item.id}`)
    expect(await owner().delete(`/categories/${category.id}`)).toHaveStatus(200)
    const restored = JSON.parse((await suite.alice.send('POST', `/gear/${item.id}/restore`)).text) as object
    expect(restored).toMatchObject({ data: { category: null }, restored: { values_skipped: 1 } })
  })
})

describe('GET /gear?category=', () => {
  it('finds the accessories of a category, beside other filters and in any order', async () => {
    await addCategory(owner(), 'mixer')
    const mixers = [
      await suite.alice.createItem({ ...accessory, model: 'A', category: 'mixer' }),
      await suite.alice.createItem({ ...accessory, model: 'B', category: 'mixer', status: 'maintenance' }),
    ].map(({ id }) => id)
    const audio = await suite.alice.createItem({ ...accessory, category: 'audio' })
    await suite.alice.createItem({ gear_type: 'lens' })
    const idsOf = async (query: string): Promise<string[]> =>
      (await suite.alice.get(`/gear?${query}`)).items().map(({ id }) => id)
    expect(await idsOf('category=mixer')).toEqual(mixers.toReversed())
    expect(await idsOf('category=mixer&sort=name')).toEqual(mixers)
    expect(await idsOf('category=mixer&status=maintenance')).toEqual([mixers[1]])
    expect(await idsOf('category=mixer&q=yamaha&type=accessory')).toEqual(mixers.toReversed())
    expect(await idsOf('category=mixer&type=lens')).toEqual([])
    expect(await idsOf('category=audio')).toEqual([audio.id])
    const page = JSON.parse((await suite.alice.get('/gear?category=mixer&limit=1')).text) as { pagination: unknown }
    expect(page.pagination).toEqual({ limit: 1, offset: 0, returned: 1, total: 2 })
    await suite.alice.patch(`/gear/${mixers[0]}`, { updates: { category: 'audio' } })
    expect(await idsOf('category=mixer')).toEqual([mixers[1]])
  })

  it('refuses a category that the account does not have, with the valid ones', async () => {
    await addCategory(owner(), 'mixer')
    for (const name of ['mixing', 'Mixer', '']) {
      const reply = await suite.alice.get(`/gear?category=${name}&field.none=1`)
      expect(reply).toHaveStatus(400)
      expect(reply.problem().errors?.[0]).toMatchObject({ parameter: 'category' })
    }
    const reply = await suite.alice.get('/gear?category=mixing&field.none=1')
    expect(reply.problem().errors?.map(({ parameter }) => parameter)).toEqual(['category', 'field.none'])
    expect(reply.problem().errors?.[0]?.allowed).toEqual([...accessoryCategories, 'mixer'])
  })
})
