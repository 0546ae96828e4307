import { listOwnFields } from '../../../contract/settings/fields.ts'
import { hashTag } from '../../../platform/http/conditional.ts'
import { versionAnswer, type Answer } from '../../answer.ts'
import { readAccountState } from '../../db/accountState.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { readDefinitions } from '../../resources/fields/definitions.ts'
import { toFieldCounter } from '../../resources/fields/itemValues.ts'

/** Lists the own fields, oldest first, with the number of items that have a value. */
export async function listAccountFields({ app, actor, query, ifNoneMatch }: ReadContext): Promise<Answer> {
  readQuery(listOwnFields, query)
  return app.db.read(async (tx) => {
    const state = await readAccountState(tx, actor.account)
    const fields = [...(await readDefinitions(tx, state)).values()]
    const data = fields.map((field) => ({ ...field, items: state.counters[toFieldCounter(field.name)] ?? 0 }))
    const body = JSON.stringify({ data })
    return versionAnswer(ifNoneMatch, hashTag(body), body)
  })
}
