import type { Input } from '../../../contract/operation.ts'
import { listAudit } from '../../../contract/settings/audit.ts'
import { searchAudit } from '../../audit/search.ts'
import type { Answer } from '../../answer.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { checkRange } from '../../resources/shared/range.ts'
import { decodeLogCursor } from '../cursor.ts'
import { answerLogPage } from '../logPage.ts'
import { readRecordNames } from './recordNames.ts'
import { toAuditView } from './view.ts'

export async function listAuditEntries(context: ReadContext): Promise<Answer> {
  const { app, actor } = context
  const query = readQuery(listAudit, context.query) as Input<typeof listAudit>['query']
  checkRange(query, 'from', 'to')
  const { limit, cursor, ...filters } = query
  const before = decodeLogCursor('audit', cursor)
  const rows = await searchAudit(app.db, actor.account, filters, { before, limit: limit + 1 })
  const names = await app.db.read((tx) => readRecordNames(tx, actor.account, rows))
  const found = rows.map((row) => ({ at: row.at, seq: row.seq, json: JSON.stringify(toAuditView(row, names)) }))
  return answerLogPage(context, 'audit', limit, found)
}
