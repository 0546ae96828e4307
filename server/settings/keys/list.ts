import { listKeys } from '../../../contract/settings/keys.ts'
import type { Input } from '../../../contract/operation.ts'
import { hashTag } from '../../../platform/http/conditional.ts'
import { versionAnswer, type Answer } from '../../answer.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { formatListBody } from '../../resources/shared/list.ts'
import { readKeys } from './store.ts'
import { toKeyView } from './view.ts'

/** Lists keys, including revoked and expired ones. */
export async function listAccountKeys(context: ReadContext): Promise<Answer> {
  const { app, actor, ifNoneMatch } = context
  const { limit, offset } = readQuery(listKeys, context.query) as Input<typeof listKeys>['query']
  const { rows, total } = await app.db.read((tx) => readKeys(tx, actor.account, limit, offset))
  const text = formatListBody(
    rows.map((row) => JSON.stringify(toKeyView(row))),
    { limit, offset, total },
  )
  return versionAnswer(ifNoneMatch, hashTag(text), text)
}
