import { listCategories } from '../../../contract/api/categories.ts'
import { accessoryCategories } from '../../../contract/api/gearFields.ts'
import { hashTag } from '../../../platform/http/conditional.ts'
import { versionAnswer, type Answer } from '../../answer.ts'
import { readAccountState } from '../../db/accountState.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { readCategories } from './categories.ts'

/** Lists the categories of the account, oldest first, and the built-in ones. */
export async function listAllCategories({ app, actor, query, ifNoneMatch }: ReadContext): Promise<Answer> {
  readQuery(listCategories, query)
  return app.db.read(async (tx) => {
    const data = await readCategories(tx, await readAccountState(tx, actor.account))
    const body = JSON.stringify({ data, built_in: accessoryCategories })
    return versionAnswer(ifNoneMatch, hashTag(body), body)
  })
}
