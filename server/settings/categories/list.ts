import { listOwnCategories } from '../../../contract/settings/categories.ts'
import { hashTag } from '../../../platform/http/conditional.ts'
import { versionAnswer, type Answer } from '../../answer.ts'
import { readAccountState } from '../../db/accountState.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { readCategories } from '../../resources/categories/categories.ts'
import { countItemsOf } from '../../resources/categories/store.ts'

/** Lists the categories of the account, oldest first, with the number of accessories that have each. */
export async function listAccountCategories({ app, actor, query, ifNoneMatch }: ReadContext): Promise<Answer> {
  readQuery(listOwnCategories, query)
  return app.db.read(async (tx) => {
    const categories = await readCategories(tx, await readAccountState(tx, actor.account))
    const data = await Promise.all(
      categories.map(async (category) => ({
        ...category,
        items: await countItemsOf(tx, actor.account, category.name),
      })),
    )
    const body = JSON.stringify({ data })
    return versionAnswer(ifNoneMatch, hashTag(body), body)
  })
}
