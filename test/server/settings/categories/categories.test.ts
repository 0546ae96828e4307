import { afterEach, describe, expect, it } from 'vitest'
import { accessoryCategories } from '../../../../contract/api/gearFields.ts'
import { useServer } from '../../../support/suite.ts'
import { otherOwnerOf, ownerOf } from '../fields/support.ts'
import { addCategory, listCategories, removeAllCategories } from './support.ts'

const suite = useServer({ bob: true })
const owner = () => ownerOf(suite)

afterEach(async () => {
  await removeAllCategories(owner(), suite.alice)
  await removeAllCategories(otherOwnerOf(suite), suite.bob)
})

const mixer = { name: 'mixer', label: 'Mixer' }
const accessory = { gear_type: 'accessory', brand: 'Yamaha', model: 'MG12' }

describe('POST /settings/v1/categories', () => {
  it('adds a category, which the API lists beside the built-in ones', async () => {
    const reply = await owner().post('/categories', mixer)
    expect(reply).toHaveStatus(201)
    const category = reply.item()
    expect(category).toEqual({
      id: category.id,
      ...mixer,
      created_at: category.created_at,
      updated_at: category.created_at,
    })
    const listed = await suite.alice.get('/categories')
    expect(JSON.parse(listed.text)).toEqual({ data: [category], built_in: [...accessoryCategories] })
    expect((await suite.bob.get('/categories')).items()).toEqual([])
  })

  it('changes no record, and the ETags of the lists of categories and of gear', async () => {
    const item = await suite.alice.createItem()
    const before = await suite.alice.get(`/gear/${item.id}`)
    const lists = await Promise.all(['/categories', '/gear'].map((path) => suite.alice.get(path)))
    await addCategory(owner(), 'mixer')
    const after = await suite.alice.get(`/gear/${item.id}`)
    expect(after.text).toBe(before.text)
    expect(after.headers['etag']).toBe(before.headers['etag'])
    for (const [index, path] of ['/categories', '/gear'].entries()) {
      const etag = lists[index]?.headers['etag'] ?? ''
      expect(await suite.alice.get(path, { 'if-none-match': etag }), path).toHaveStatus(200)
    }
  })

  it.each(['Mixer', '1st', 'a-b', '', 'a'.repeat(41), '__proto__', 'ä', 'a/b'])('refuses the name %j', async (name) => {
    expect((await owner().post('/categories', { ...mixer, name })).faults()).toEqual(['#/name invalid_value'])
  })

  it.each(['constructor', ...accessoryCategories])('refuses the reserved name %s', async (name) => {
    expect((await owner().post('/categories', { ...mixer, name })).faults()).toEqual(['#/name invalid_value'])
  })

  it('refuses a name that the account has, and takes that of another account', async () => {
    await addCategory(owner(), 'mixer')
    const reply = await owner().post('/categories', mixer)
    expect(reply).toHaveStatus(409)
    expect(reply.problem().code).toBe('category_name_taken')
    expect(await otherOwnerOf(suite).post('/categories', mixer)).toHaveStatus(201)
  })

  it('allows a hundred', async () => {
    for (let index = 0; index < 100; index++) await addCategory(owner(), `c${index}`)
    const reply = await owner().post('/categories', mixer)
    expect(reply).toHaveStatus(409)
    expect(reply.problem().code).toBe('category_limit_reached')
  })

  it('needs the scope fields:write, and hides the categories of other accounts', async () => {
    const { key } = (await owner().post('/keys', { kind: 'owner', name: 'Reader', scopes: ['fields:read'] })).item()
    const reader = owner().as(String(key))
    expect(await reader.get('/categories')).toHaveStatus(200)
    expect(await reader.post('/categories', mixer)).toHaveStatus(403)
    const category = await addCategory(owner(), 'mixer')
    expect(await otherOwnerOf(suite).patch(`/categories/${category.id}`, { updates: { label: 'x' } })).toHaveStatus(404)
    expect(await otherOwnerOf(suite).delete(`/categories/${category.id}`)).toHaveStatus(404)
  })
})

describe('PATCH /settings/v1/categories/{id}', () => {
  it('changes the label and not the name, and keeps its ETag rules', async () => {
    const category = await addCategory(owner(), 'mixer')
    const path = `/categories/${category.id}`
    const reply = await owner().patch(path, { updates: { label: 'Mischpult' } })
    expect(reply.item()).toMatchObject({ name: 'mixer', label: 'Mischpult' })
    expect((await owner().patch(path, { updates: { name: 'desk' } })).faults()).toContain(
      '#/updates/name unknown_field',
    )
    const stale = { 'if-match': `"${category.updated_at}"` }
    expect(await owner().patch(path, { updates: { label: 'x' } }, stale)).toHaveStatus(412)
    const same = await owner().patch(path, { updates: { label: 'Mischpult' } })
    expect(same.item().updated_at).toBe(reply.item().updated_at)
    expect((await suite.alice.get('/categories')).items()).toMatchObject([{ label: 'Mischpult' }])
  })
})

describe('DELETE /settings/v1/categories/{id}', () => {
  it('is refused while accessories have the category, with their number; then the name is free', async () => {
    const category = await addCategory(owner(), 'mixer')
    const items = await Promise.all(
      Array.from({ length: 3 }, () => suite.alice.createItem({ ...accessory, category: 'mixer' })),
    )
    expect(await listCategories(owner())).toMatchObject([{ name: 'mixer', items: 3 }])
    const [first, second, third] = items.map(({ id }) => `/gear/${id}`)
    await suite.alice.delete(first ?? '')
    await suite.alice.patch(second ?? '', { updates: { category: 'audio' } })
    const refused = await owner().delete(`/categories/${category.id}`)
    expect(refused).toHaveStatus(409)
    expect(refused.problem()).toMatchObject({
      code: 'category_in_use',
      values: { name: 'mixer', items_count: 1 },
    })
    await suite.alice.patch(third ?? '', { updates: { category: null } })
    expect((await owner().delete(`/categories/${category.id}`)).item()).toEqual({ id: category.id, deleted: true })
    expect(await owner().delete(`/categories/${category.id}`)).toHaveStatus(404)
    expect(await suite.alice.patch(third ?? '', { updates: { category: 'mixer' } })).toHaveStatus(422)
    await addCategory(owner(), 'mixer', 'Another one')
    expect(await suite.alice.patch(third ?? '', { updates: { category: 'mixer' } })).toHaveStatus(200)
  })

  it('has one winner beside writes of the category, which never leave an item without one', async () => {
    for (let round = 0; round < 10; round++) {
      const category = await addCategory(owner(), 'mixer')
      const [deleted, ...created] = await Promise.all([
        owner().delete(`/categories/${category.id}`),
        ...Array.from({ length: 4 }, () => suite.alice.post('/gear', { ...accessory, category: 'mixer' })),
      ])
      const stored = created.filter(({ status }) => status === 201)
      expect(deleted?.status).toBe(stored.length > 0 && deleted?.status === 409 ? 409 : 200)
      const isDefined = (await listCategories(owner())).length === 1
      expect(stored.length > 0).toBe(isDefined)
      await removeAllCategories(owner(), suite.alice)
    }
  })
})
