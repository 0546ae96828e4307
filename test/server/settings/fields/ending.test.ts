import { afterEach, expect, it } from 'vitest'
import { useServer } from '../../../support/suite.ts'
import { until } from '../../../support/wait.ts'
import { defineField, listFields, ownerOf, removeAllFields, waitForFieldWork } from './support.ts'

const suite = useServer({ bob: true })
const owner = () => ownerOf(suite)

afterEach(() => removeAllFields(owner()))

const countItems = 450
const NOBODY = '00000000-0000-0000-0000-000000000000'

async function createMany(): Promise<void> {
  for (let index = 0; index < countItems; index += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, offset) =>
        suite.alice.createItem({ fields: { supplier: `S${(index + offset) % 7}`, owner: 'Anna' } }),
      ),
    )
}

it('a field without values is deleted at once', async () => {
  const field = await defineField(owner(), { name: 'supplier' })
  const reply = await owner().delete(`/fields/${field.id}`)
  expect(reply.item()).toEqual({ id: field.id, deleted: true, items: 0 })
  expect(await listFields(owner())).toEqual([])
  expect(await owner().delete(`/fields/${field.id}`)).toHaveStatus(404)
})

it('values go in the background with an event each, once the request discards them', async () => {
  const field = await defineField(owner(), { name: 'supplier', filterable: true })
  await defineField(owner(), { name: 'owner' })
  await createMany()
  const plain = await suite.alice.createItem()
  const refused = await owner().delete(`/fields/${field.id}`)
  expect(refused).toHaveStatus(409)
  expect(refused.problem()).toMatchObject({ code: 'field_in_use', values: { items_count: countItems } })
  const reply = await owner().delete(`/fields/${field.id}?values=discard`)
  expect(reply.item()).toEqual({ id: field.id, deleted: true, items: countItems })
  await waitForFieldWork(owner())
  expect((await listFields(owner())).map(({ name, items }) => [name, items])).toEqual([['owner', countItems]])
  expect((await suite.alice.get(`/gear/${plain.id}`)).item()).toEqual(plain)
  const items = (await suite.alice.get('/gear?limit=200')).items().slice(1)
  expect(new Set(items.map(({ fields }) => JSON.stringify(fields)))).toEqual(new Set(['{"owner":"Anna"}']))
  const changed = await suite.sql<{ body: string }>(
    "select body from event where account_id = ? and type = 'gear.updated'",
    suite.aliceAccount.account_id,
  )
  expect(changed).toHaveLength(countItems)
  const { data } = JSON.parse(changed[0]?.body ?? '') as { data: { changes: unknown; actor: { kind: string } } }
  expect(data.changes).toEqual({ 'fields.supplier': { from: expect.stringMatching(/^S\d$/) as string, to: null } })
  expect(data.actor.kind).toBe('owner')
  expect(await suite.sql('select * from gear_field_value where account_id = ?', suite.aliceAccount.account_id)).toEqual(
    [],
  )
  await defineField(owner(), { name: 'supplier', type: 'date' })
  await suite.alice.createItem({ fields: { supplier: '2026-05-01' } })
})

it('a field that is ending cannot be written, renamed or deleted again', async () => {
  const field = await defineField(owner(), { name: 'supplier' })
  const item = await suite.alice.createItem({ fields: { supplier: 'Calumet' } })
  const first = await defineField(owner(), { name: 'first' })
  await owner().delete(`/fields/${first.id}`)
  const [audited] = await suite.sql<{ request_id: string }>(
    "select request_id from audit where account_id = ? and method = 'DELETE' order by seq desc limit 1",
    suite.aliceAccount.account_id,
  )
  await suite.sql(
    "update gear_field set state = 'ending', actor = ? where account_id = ?",
    JSON.stringify({ kind: 'operator', id: NOBODY, runId: null, requestId: audited?.request_id }),
    suite.aliceAccount.account_id,
  )
  await suite.sql(
    'update account_state set fields_version = fields_version + 1 where account_id = ?',
    suite.aliceAccount.account_id,
  )
  const write = await suite.alice.patch(`/gear/${item.id}`, { updates: { fields: { supplier: 'x' } } })
  expect(write.faults()).toEqual(['#/updates/fields/supplier invalid_value'])
  const change = await owner().patch(`/fields/${field.id}`, { updates: { label: 'x' } })
  expect(change).toHaveStatus(409)
  expect(change.problem().code).toBe('field_not_ready')
  expect(await owner().delete(`/fields/${field.id}?values=discard`)).toHaveStatus(409)
  expect((await owner().post('/fields', { name: 'supplier', label: 'x', type: 'text' })).problem().code).toBe(
    'field_name_taken',
  )
  // The rest is done with the next work.
  const other = await defineField(owner(), { name: 'other' })
  await suite.alice.patch(`/gear/${item.id}`, { updates: { fields: { other: 'x' } } })
  await owner().delete(`/fields/${other.id}?values=discard`)
  await until('both fields are deleted', async () => (await listFields(owner())).length === 0)
  expect((await suite.alice.get(`/gear/${item.id}`)).item()).not.toHaveProperty('fields')
})
