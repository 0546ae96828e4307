import { listFields, toFieldSchemas } from '../../../contract/api/customFields.ts'
import { hashTag } from '../../../platform/http/conditional.ts'
import { versionAnswer, type Answer } from '../../answer.ts'
import { readAccountState } from '../../db/accountState.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { readDefinitions } from './definitions.ts'

/** Lists the own fields, oldest first, with the JSON Schema of each gear type. */
export async function listFieldDefinitions({ app, actor, query, ifNoneMatch }: ReadContext): Promise<Answer> {
  readQuery(listFields, query)
  return app.db.read(async (tx) => {
    const state = await readAccountState(tx, actor.account)
    const fields = [...(await readDefinitions(tx, state)).values()]
    const body = JSON.stringify({ data: fields, schemas: toFieldSchemas(fields) })
    return versionAnswer(ifNoneMatch, hashTag(body), body)
  })
}
