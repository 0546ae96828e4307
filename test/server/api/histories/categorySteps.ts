import { expect } from 'vitest'
import type { Category } from '../../../../contract/api/categories.ts'
import { replace, type Studio } from './studio.ts'

/** The categories that a history adds and deletes. */
const pool = ['mixer', 'speaker', 'truss', 'patch_bay']
const builtIn = ['tripod', 'audio']

/** Categories by which lists are filtered. */
export const categoriesOf = ({ categories }: Studio): string[] => [...builtIn, ...categories.map(({ name }) => name)]

/** Chooses the category of an accessory; `undefined` for another type, or to leave it out. */
export function chooseCategory(studio: Studio, type: string): string | null | undefined {
  const { random } = studio
  if (type !== 'accessory' || random.chance(0.2)) return undefined
  return random.chance(0.2) ? null : random.pick(categoriesOf(studio))
}

/** Adds a category of the pool, or is refused one that exists. */
export async function addCategory(studio: Studio): Promise<void> {
  const name = studio.random.pick(pool)
  const reply = await studio.owner.post('//settings/v1/categories', { name, label: name })
  const isTaken = studio.categories.some((category) => category.name === name)
  expect(reply.status, reply.text).toBe(isTaken ? 409 : 201)
  if (!isTaken) studio.categories.push(reply.item() as unknown as Category)
}

export async function renameCategory(studio: Studio): Promise<void> {
  const { random, owner } = studio
  const category = random.pick(studio.categories)
  const label = `${category.name} ${random.int(3)}`
  const reply = await owner.patch(`//settings/v1/categories/${category.id}`, { updates: { label } })
  expect(reply.item()).toMatchObject({ id: category.id, name: category.name, label })
  replace(studio.categories, reply.item() as unknown as Category)
}

/** Deletes a category, unless items have it. */
export async function removeCategory(studio: Studio): Promise<void> {
  const { random, owner, api } = studio
  const category = random.pick(studio.categories)
  const holders = studio.gear.filter((item) => item['category'] === category.name)
  const reply = await owner.delete(`//settings/v1/categories/${category.id}`)
  expect(reply.status, reply.text).toBe(holders.length > 0 ? 409 : 200)
  if (holders.length > 0)
    expect(reply.problem()).toMatchObject({ code: 'category_in_use', values: { items_count: holders.length } })
  else studio.categories = studio.categories.filter((one) => one !== category)
  expect((await api.get('/categories')).items()).toEqual(studio.categories)
}
