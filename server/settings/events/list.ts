import type { Input } from '../../../contract/operation.ts'
import { listEvents } from '../../../contract/settings/events.ts'
import type { Answer } from '../../answer.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { checkRange } from '../../resources/shared/range.ts'
import { decodeLogCursor } from '../cursor.ts'
import { answerLogPage } from '../logPage.ts'
import { searchEvents } from './store.ts'
import { toEventViews } from './view.ts'

export async function listAccountEvents(context: ReadContext): Promise<Answer> {
  const { app, actor } = context
  const query = readQuery(listEvents, context.query) as Input<typeof listEvents>['query']
  checkRange(query, 'from', 'to')
  const { limit, cursor, ...filters } = query
  const before = decodeLogCursor('events', cursor).seq
  const rows = await searchEvents(app.db, actor.account, filters, before, limit + 1)
  const events = await app.db.read((tx) =>
    toEventViews(
      tx,
      actor.account,
      rows.map(({ body }) => body),
    ),
  )
  const found = rows.map(({ at, seq }, index) => ({ at, seq, json: JSON.stringify(events[index]) }))
  return answerLogPage(context, 'events', limit, found)
}
