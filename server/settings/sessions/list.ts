import type { Input } from '../../../contract/operation.ts'
import { listSessions, type SessionInfo } from '../../../contract/settings/sessions.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import { hashTag } from '../../../platform/http/conditional.ts'
import { versionAnswer, type Answer } from '../../answer.ts'
import { findEnd, toSessionKeys, toSessions, type ConsoleSession } from '../../sessions/session.ts'
import { findSessionRows } from '../../sessions/store.ts'
import { readQuery } from '../../http/query.ts'
import type { ReadContext } from '../../http/route.ts'
import { formatListBody } from '../../resources/shared/list.ts'
import { readSessionIds } from './store.ts'

const toView = (session: ConsoleSession, nowMs: number): SessionInfo => ({
  id: session.id,
  ...toSessionKeys(session),
  created_at: session.createdAt,
  expires_at: toIsoTime(session.expiresAtMs),
  last_used_at: toIsoTime(session.lastUsedAtMs),
  last_used_ip: session.lastUsedIp,
  user_agent: session.userAgent,
  ended_at: session.endedAt,
  live: findEnd(session, nowMs) === undefined,
})

export async function listAccountSessions({ app, actor, query, ifNoneMatch }: ReadContext): Promise<Answer> {
  const { limit, offset } = readQuery(listSessions, query) as Input<typeof listSessions>['query']
  const { sessions, total } = await app.db.read(async (tx) => {
    const found = await readSessionIds(tx, actor.account, limit, offset)
    const read: ConsoleSession[] = []
    for (const id of found.ids) read.push(...toSessions(await findSessionRows(tx, actor.account, id)).values())
    return { sessions: read, total: found.total }
  })
  const nowMs = app.clock.nowMs()
  const views = sessions.map((session) => JSON.stringify(toView(session, nowMs)))
  const text = formatListBody(views, { limit, offset, total })
  return versionAnswer(ifNoneMatch, hashTag(text), text)
}
