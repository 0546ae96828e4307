import { getKey } from '../../../contract/settings/keys.ts'
import { jsonAnswer, notModifiedAnswer, type Answer } from '../../answer.ts'
import { isNotModified } from '../../../platform/http/entityTags.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { createNotFoundError } from '../../resources/shared/record.ts'
import { findKey } from './store.ts'
import { etagOfKey, toKeyView } from './view.ts'

export async function getAccountKey(context: ReadContext): Promise<Answer> {
  const { app, actor, id, ifNoneMatch } = context
  readQuery(getKey, context.query)
  const row = await app.db.read((tx) => findKey(tx, actor.account, id), { oneStatement: true })
  if (!row) throw createNotFoundError('key')
  const etag = etagOfKey(row)
  return ifNoneMatch && isNotModified(ifNoneMatch, etag)
    ? notModifiedAnswer(etag)
    : jsonAnswer(200, JSON.stringify({ data: toKeyView(row) }), { etag })
}
