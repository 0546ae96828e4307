import { afterEach, describe, expect, it } from 'vitest'
import { commonFields, gearTypes, ownFields, requiredFields } from '../../../../contract/api/gearFields.ts'
import { useServer } from '../../../support/suite.ts'
import { defineField, listFields, otherOwnerOf, ownerOf, removeAllFields } from './support.ts'

const suite = useServer({ bob: true })
const owner = () => ownerOf(suite)

afterEach(async () => {
  await removeAllFields(owner())
  await removeAllFields(otherOwnerOf(suite))
})

const supplier = { name: 'supplier', label: 'Supplier', type: 'text' }

describe('POST /settings/v1/fields', () => {
  it('defines a field for all types, which the API lists with its schema', async () => {
    const reply = await owner().post('/fields', { ...supplier, help: 'Who sold it' })
    expect(reply).toHaveStatus(201)
    const field = reply.item()
    expect(field).toEqual({
      id: field.id,
      ...supplier,
      gear_type: null,
      unit: null,
      choices: null,
      unique: false,
      filterable: false,
      help: 'Who sold it',
      state: 'active',
      created_at: field.created_at,
      updated_at: field.created_at,
    })
    const listed = await suite.alice.get('/fields')
    expect(listed.items()).toEqual([field])
    const { schemas } = JSON.parse(listed.text) as { schemas: Record<string, { properties: object }> }
    expect(Object.keys(schemas)).toEqual([...gearTypes])
    expect(schemas['lens']?.properties).toMatchObject({
      supplier: { type: 'string', maxLength: 1000, title: 'Supplier', description: 'Who sold it' },
    })
  })

  it('changes no record and no version of one', async () => {
    const item = await suite.alice.createItem()
    const before = await suite.alice.get(`/gear/${item.id}`)
    await defineField(owner(), supplier)
    const after = await suite.alice.get(`/gear/${item.id}`)
    expect(after.text).toBe(before.text)
    expect(after.headers['etag']).toBe(before.headers['etag'])
  })

  it('changes the ETag of the list of fields, and of gear', async () => {
    const [fields, gear] = [await suite.alice.get('/fields'), await suite.alice.get('/gear')]
    const isCurrent = async (path: string, etag: string | undefined) =>
      (await suite.alice.get(path, { 'if-none-match': etag ?? '' })).status === 304
    expect(await isCurrent('/fields', fields.headers['etag'])).toBe(true)
    await defineField(owner(), supplier)
    expect(await isCurrent('/fields', fields.headers['etag'])).toBe(false)
    expect(await isCurrent('/gear', gear.headers['etag'])).toBe(false)
  })

  it.each(['Supplier', '1st', 'a-b', '', 'a'.repeat(41), '__proto__x', 'ä'])('refuses the name %j', async (name) => {
    expect((await owner().post('/fields', { ...supplier, name })).faults()).toEqual(['#/name invalid_value'])
  })

  it.each([
    'constructor',
    'id',
    'gear_type',
    'fields',
    'created_at',
    'updated_at',
    'status',
    ...Object.keys(requiredFields),
    ...Object.keys(commonFields),
    ...Object.values(ownFields).flatMap((group) => Object.keys(group)),
  ])('refuses the reserved name %s', async (name) => {
    expect((await owner().post('/fields', { ...supplier, name })).faults()).toEqual(['#/name invalid_value'])
  })

  it('refuses a name that the account has, of whatever type', async () => {
    await defineField(owner(), { ...supplier, gear_type: 'lens' })
    const reply = await owner().post('/fields', { ...supplier, gear_type: 'drone' })
    expect(reply).toHaveStatus(409)
    expect(reply.problem().code).toBe('field_name_taken')
    expect((await otherOwnerOf(suite).post('/fields', supplier)).status).toBe(201)
  })

  it('names every member that the type excludes or needs', async () => {
    const reply = await owner().post('/fields', {
      name: 'sealed',
      label: '',
      type: 'boolean',
      unit: 'm',
      unique: true,
      choices: ['a', 'A'],
    })
    expect(reply.faults()).toEqual(['#/choices/1 invalid_value', '#/label required'])
    expect(
      (
        await owner().post('/fields', {
          name: 'sealed',
          label: 'x',
          type: 'boolean',
          unit: 'm',
          unique: true,
          choices: ['a'],
        })
      ).faults(),
    ).toEqual(['#/choices invalid_value', '#/unique invalid_value', '#/unit invalid_value'])
    expect((await owner().post('/fields', { name: 'grade', label: 'x', type: 'choice' })).faults()).toEqual([
      '#/choices required',
    ])
  })

  it('allows a hundred fields for a type, and eight that are filterable or unique', async () => {
    for (let index = 0; index < 8; index++)
      await defineField(owner(), {
        name: `f${index}`,
        gear_type: index < 4 ? 'lens' : null,
        [index % 2 ? 'unique' : 'filterable']: true,
      })
    expect((await owner().post('/fields', { ...supplier, filterable: true })).problem()).toMatchObject({
      code: 'field_limit_reached',
    })
    for (let index = 8; index < 100; index++) await defineField(owner(), { name: `f${index}` })
    const full = await owner().post('/fields', supplier)
    expect(full.problem()).toMatchObject({ code: 'field_limit_reached' })
    expect((await owner().post('/fields', { ...supplier, gear_type: 'drone' })).status).toBe(201)
  })

  it('needs the scope fields:write, and hides the fields of other accounts', async () => {
    const { key } = (await owner().post('/keys', { kind: 'owner', name: 'Reader', scopes: ['fields:read'] })).item()
    const reader = owner().as(String(key))
    expect(await reader.get('/fields')).toHaveStatus(200)
    expect(await reader.post('/fields', supplier)).toHaveStatus(403)
    const field = await defineField(owner(), supplier)
    expect(await otherOwnerOf(suite).patch(`/fields/${field.id}`, { updates: { label: 'x' } })).toHaveStatus(404)
    expect(await otherOwnerOf(suite).delete(`/fields/${field.id}`)).toHaveStatus(404)
    expect((await suite.bob.get('/fields')).items()).toEqual([])
  })
})

describe('PATCH /settings/v1/fields/{id}', () => {
  it('changes the label and not the name, and keeps its ETag rules', async () => {
    const field = await defineField(owner(), supplier)
    const reply = await owner().patch(`/fields/${field.id}`, { updates: { label: 'Händler' } })
    expect(reply.item()).toMatchObject({ name: 'supplier', label: 'Händler' })
    expect((await owner().patch(`/fields/${field.id}`, { updates: { name: 'dealer' } })).faults()).toContain(
      '#/updates/name unknown_field',
    )
    expect((await owner().patch(`/fields/${field.id}`, { updates: { type: 'date' } })).faults()).toContain(
      '#/updates/type unknown_field',
    )
    const stale = { 'if-match': `"${field.updated_at}"` }
    expect(await owner().patch(`/fields/${field.id}`, { updates: { label: 'x' } }, stale)).toHaveStatus(412)
    const same = await owner().patch(`/fields/${field.id}`, { updates: { label: 'Händler' } })
    expect(same.item().updated_at).toBe(reply.item().updated_at)
  })

  it('refuses to remove choices that items have, and names them', async () => {
    const field = await defineField(owner(), { name: 'grade', type: 'choice', choices: ['A', 'B', 'C'] })
    await suite.alice.createItem({ fields: { grade: 'B' } })
    const reply = await owner().patch(`/fields/${field.id}`, { updates: { choices: ['A', 'D'] } })
    expect(reply).toHaveStatus(409)
    expect(reply.problem()).toMatchObject({ code: 'field_in_use', values: { name: 'grade', known: ['B'] } })
    expect((await owner().patch(`/fields/${field.id}`, { updates: { choices: ['B', 'D'] } })).status).toBe(200)
    expect(
      (await suite.alice.post('/gear', { gear_type: 'lens', brand: 'a', model: 'b', fields: { grade: 'A' } })).faults(),
    ).toEqual(['#/fields/grade invalid_value'])
  })

  it.each([true, false])('refuses to make a field unique whose values repeat (filterable: %s)', async (filterable) => {
    const field = await defineField(owner(), { ...supplier, filterable })
    for (const value of ['Calumet', 'calumet', 'Teltec']) await suite.alice.createItem({ fields: { supplier: value } })
    const reply = await owner().patch(`/fields/${field.id}`, { updates: { unique: true } })
    expect(reply).toHaveStatus(409)
    expect(reply.problem().code).toBe('field_in_use')
    expect(String((reply.problem() as { values?: { known: string[] } }).values?.known[0]).toLowerCase()).toBe('calumet')
  })

  it.each([true, false])('makes a field unique, and not unique again (filterable: %s)', async (filterable) => {
    const field = await defineField(owner(), { ...supplier, filterable })
    const item = await suite.alice.createItem({ fields: { supplier: 'Calumet' } })
    await owner().patch(`/fields/${field.id}`, { updates: { unique: true } })
    const taken = await suite.alice.post('/gear', {
      gear_type: 'lens',
      brand: 'a',
      model: 'b',
      fields: { supplier: 'CALUMET' },
    })
    expect(taken).toHaveStatus(409)
    expect(taken.problem()).toMatchObject({ code: 'field_value_taken', values: { item_id: item.id } })
    await owner().patch(`/fields/${field.id}`, { updates: { unique: false } })
    await suite.alice.createItem({ fields: { supplier: 'CALUMET' } })
    expect((await listFields(owner()))[0]).toMatchObject({ items: 2, unique: false })
  })
})
