import { expect } from 'vitest'
import type { CustomField } from '../../../../contract/api/customFields.ts'
import type { Item } from '../../../support/api.ts'
import { until } from '../../../support/wait.ts'
import { replace, type Studio } from './studio.ts'

type Value = string | number | boolean
export type Values = Readonly<Record<string, Value>>

/** The fields that a history defines and deletes, and the values that it writes. */
const pool: Readonly<Record<string, { body: object; values: readonly Value[] }>> = {
  supplier: { body: { type: 'text', filterable: true }, values: ['Teltec', 'TELTEC', 'Ällö', '%_', '"quoted"'] },
  dongle: { body: { type: 'text', unique: true }, values: ['D-1', 'd-1', 'D-2', 'D-3'] },
  ports: { body: { type: 'integer', filterable: true, gear_type: 'accessory' }, values: [-2, 0, 7, 100] },
  grade: { body: { type: 'choice', choices: ['A', 'B', 'C'] }, values: ['A', 'B', 'C'] },
  sealed: { body: { type: 'boolean', filterable: true }, values: [true, false] },
  remark: { body: { type: 'text' }, values: ['town', 'x'.repeat(200)] },
}
const fieldNames = Object.keys(pool)

export const ownFieldsOf = (item: Item): Values => (item['fields'] ?? {}) as Values

const applies = ({ gear_type: own }: CustomField, type: string): boolean => own === null || own === type

/** Chooses changes of an item's own fields: some with a value, some cleared. `undefined` for none. */
export function chooseFields({ random, fields }: Studio, type: string): Record<string, Value | null> | undefined {
  const chosen = fields.filter((field) => applies(field, type) && random.chance(0.4))
  if (chosen.length === 0) return undefined
  return Object.fromEntries(
    chosen.map(({ name }) => [name, random.chance(0.2) ? null : random.pick(pool[name]?.values ?? [''])]),
  )
}

/** The own fields after changes, as records have them: absent without any. */
export function applyChanges(
  values: Values,
  changes: Readonly<Record<string, Value | null>> = {},
): { fields?: Values } {
  const entries = Object.entries({ ...values, ...changes }).filter(
    (entry): entry is [string, Value] => entry[1] !== null,
  )
  return entries.length === 0 ? {} : { fields: Object.fromEntries(entries) }
}

const fold = (value: unknown): string => String(value).toLowerCase()

/** True if another item has a new value of a unique field. */
export const isValueTaken = (
  { gear, fields }: Studio,
  id: string,
  changes: Readonly<Record<string, Value | null>> = {},
): boolean =>
  Object.entries(changes).some(
    ([name, value]) =>
      value !== null &&
      fields.some((field) => field.name === name && field.unique) &&
      gear.some((item) => item.id !== id && fold(ownFieldsOf(item)[name]) === fold(value)),
  )

/** Defines the first field of the pool that is missing, if one is. */
export async function defineField(studio: Studio): Promise<void> {
  const missing = fieldNames.filter((name) => !studio.fields.some((field) => field.name === name))
  if (missing.length === 0) return changeField(studio)
  const name = studio.random.pick(missing)
  const reply = await studio.owner.post('//settings/v1/fields', { name, label: name, ...pool[name]?.body })
  expect(reply.status, reply.text).toBe(201)
  studio.fields.push(reply.item() as unknown as CustomField)
}

/** Turns a filter or the uniqueness of a field on or off. Values that repeat forbid the latter. */
export async function changeField(studio: Studio): Promise<void> {
  const { random, owner, gear } = studio
  const field = random.pick(studio.fields)
  const canBeUnique = field.type === 'text' || field.type === 'integer'
  const updates = canBeUnique && random.chance(0.5) ? { unique: !field.unique } : { filterable: !field.filterable }
  const reply = await owner.patch(`//settings/v1/fields/${field.id}`, { updates })
  const values = gear.flatMap((item) => ownFieldsOf(item)[field.name] ?? []).map(fold)
  const isRefused = updates.unique === true && new Set(values).size < values.length
  expect(reply.status, reply.text).toBe(isRefused ? 409 : 200)
  if (!isRefused) replace(studio.fields, reply.item() as unknown as CustomField)
}

/** Deletes a field, waits until its values are gone, and takes the new times of its items. */
export async function removeField(studio: Studio): Promise<void> {
  const { random, owner, api } = studio
  const field = random.pick(studio.fields)
  const holders = studio.gear.filter((item) => ownFieldsOf(item)[field.name] !== undefined)
  const refused = await owner.delete(`//settings/v1/fields/${field.id}`)
  expect(refused.status).toBe(holders.length > 0 ? 409 : 200)
  if (holders.length > 0) {
    const reply = await owner.delete(`//settings/v1/fields/${field.id}?values=discard`)
    expect(reply.item()).toEqual({ id: field.id, deleted: true, items: holders.length })
  }
  await until('the field is gone', async () =>
    (await api.get('/fields')).items().every((one) => one['name'] !== field.name),
  )
  studio.fields = studio.fields.filter((one) => one !== field)
  for (const item of holders) {
    const { fields: _, ...rest } = item
    const updated = (await api.get(`/gear/${item.id}`)).item()
    expect(updated).toEqual({
      ...rest,
      ...applyChanges(ownFieldsOf(item), { [field.name]: null }),
      updated_at: updated.updated_at,
    })
    expect(updated.updated_at > item.updated_at).toBe(true)
    replace(studio.gear, updated)
  }
}
