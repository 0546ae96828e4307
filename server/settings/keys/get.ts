import { getKey } from '../../../contract/settings/keys.ts'
import { versionAnswer, type Answer } from '../../answer.ts'
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
  return versionAnswer(ifNoneMatch, etag, JSON.stringify({ data: toKeyView(row) }))
}
