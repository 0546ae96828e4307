import type { Category } from '../../../../contract/api/categories.ts'
import type { Api } from '../../../support/api.ts'

/** Adds a category. @throws when the server refuses it */
export async function addCategory(owner: Api, name: string, label = name): Promise<Category> {
  const reply = await owner.post('/categories', { name, label })
  if (reply.status !== 201) throw new Error(`not added: ${reply.text}`)
  return reply.item() as unknown as Category
}

export const listCategories = async (owner: Api): Promise<(Category & { items: number })[]> =>
  (await owner.get('/categories')).items() as unknown as (Category & { items: number })[]

/** Deletes all items and categories of an account, so that the next test may add them anew. */
export async function removeAllCategories(owner: Api, api: Api): Promise<void> {
  for (const { id } of (await api.get('/gear?limit=200')).items()) await api.delete(`/gear/${id}`)
  for (const { id } of await listCategories(owner)) await owner.delete(`/categories/${id}`)
}
