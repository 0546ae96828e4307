import { getGear } from '../../../contract/gear.ts'
import type { AppContext } from '../../context.ts'
import { jsonAnswer, notModified, type Answer } from '../../http/answer.ts'
import { isNotModified } from '../../http/conditional.ts'
import { AppError } from '../../http/problem.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { etagOfText } from './record.ts'
import { findGear } from './store.ts'

async function readRecord(app: AppContext, account: string, id: string): Promise<string> {
  const row = await app.db.read((tx) => findGear(tx, account, id))
  if (!row) throw new AppError('not_found', 'There is no gear item with this id.')
  app.replies.setRecord(account, id, row.record)
  return row.record
}

/** Reads one gear item. Its text is kept until the item changes. */
export async function getGearItem(context: ReadContext): Promise<Answer> {
  const { app, actor, id, query, ifNoneMatch } = context
  if (query !== '') readQuery(getGear, query)
  const record = app.replies.getRecord(actor.account, id) ?? (await readRecord(app, actor.account, id))
  const etag = etagOfText(record)
  if (ifNoneMatch && isNotModified(ifNoneMatch, etag)) return notModified(etag)
  return jsonAnswer(200, `{"data":${record}}`, { etag })
}
