import { getGear } from '../../../contract/gear.ts'
import { jsonAnswer, notModified, type Answer } from '../../http/answer.ts'
import { isNotModified } from '../../http/conditional.ts'
import { AppError } from '../../http/problem.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { etagOfText } from './record.ts'
import { findGear } from './store.ts'

/** Reads one gear item. */
export async function getGearItem(context: ReadContext): Promise<Answer> {
  const { app, actor, id, query, ifNoneMatch } = context
  if (query !== '') readQuery(getGear, query)
  const row = await app.db.read((tx) => findGear(tx, actor.account, id))
  if (!row) throw new AppError('not_found', 'There is no gear item with this id.')
  const etag = etagOfText(row.record)
  if (ifNoneMatch && isNotModified(ifNoneMatch, etag)) return notModified(etag)
  return jsonAnswer(200, `{"data":${row.record}}`, { etag })
}
