import {
  changeSession,
  createCode,
  getChanges,
  getSession,
  listSigningKeys,
  NewConsoleCode,
  SessionChange,
  signIn,
  signOut,
} from '../../contract/console.ts'
import {
  bindOpen,
  bindRead,
  bindWrite,
  type ReadContext,
  type Route,
  type ServerWriteContext,
  type WriteResult,
} from '../http/route.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { jsonAnswer, type Answer } from '../answer.ts'
import { readQuery } from '../http/query.ts'
import type { Actor } from '../auth/keyCache.ts'
import type { UseCaseContext } from '../context/context.ts'
import { checkBody } from '../http/checkBody.ts'
import { performChanges } from './changes.ts'
import { createConsoleCode } from './code.ts'
import { findOwnerKey } from './credentials.ts'
import { countingRefusals } from './identify.ts'
import { formatExpiredCookie } from './cookie.ts'
import { readSession } from '../sessions/lookup.ts'
import { toHeldKey, toSessions, toSessionView, type ConsoleSession } from '../sessions/session.ts'
import { performSignIn } from './signIn.ts'
import { listLiveSigningKeys } from './signingKeyStore.ts'
import { findSessionRows, markSessionEnded, setSessionOwnerKey } from '../sessions/store.ts'

/** Reads the session by which the caller of a request was identified. */
async function readOwnSession(app: UseCaseContext, { account, sessionId }: Actor): Promise<ConsoleSession> {
  const session = sessionId === null ? undefined : await readSession(app.db, account, sessionId)
  if (!session) throw new Error('a request with a session has none')
  return session
}

async function getOwnSession({ app, actor, query }: ReadContext): Promise<Answer> {
  readQuery(getSession, query)
  return jsonAnswer(200, JSON.stringify({ data: toSessionView(await readOwnSession(app, actor)) }))
}

async function changeOwnSession(
  { app, actor, client, write }: ServerWriteContext,
  { owner_key: text }: SessionChange,
): Promise<WriteResult> {
  const { account, sessionId } = actor
  const [session] = toSessions(await findSessionRows(write.tx, account, sessionId ?? '')).values()
  if (!session) throw new Error('a request with a session has none')
  const row =
    text === null
      ? undefined
      : await countingRefusals(app, client, () => findOwnerKey(write.tx, text, account, write.nowMs))
  const changed = session.ownerKey?.actor.keyId === row?.id ? [] : ['owner_key']
  if (changed.length > 0) {
    write.changed = true
    write.keysChanged = true
    await setSessionOwnerKey(write.tx, account, session.id, row?.id ?? null)
  }
  const view = toSessionView({ ...session, ownerKey: row && toHeldKey(row, session.id) })
  return { answer: jsonAnswer(200, JSON.stringify({ data: view })), objectId: session.id, changed }
}

async function endOwnSession({ actor, client, write }: ServerWriteContext): Promise<WriteResult> {
  const id = actor.sessionId ?? ''
  write.changed = true
  write.keysChanged = true
  await markSessionEnded(write.tx, write.account, id, write.now)
  const answer = jsonAnswer(200, JSON.stringify({ data: { id, revoked: true } }))
  return {
    answer: { ...answer, headers: { 'Set-Cookie': formatExpiredCookie(client.secure) } },
    objectId: id,
    changed: ['ended_at'],
  }
}

/** Routes that take the cookie of a session. */
export const sessionCookieRoutes: readonly Route[] = [
  bindOpen(signIn, performSignIn),
  bindRead(getSession, getOwnSession),
  bindWrite(changeSession, checkBody(SessionChange), changeOwnSession),
  bindWrite(signOut, () => undefined, endOwnSession),
  bindOpen(getChanges, performChanges),
]

/**
 * Lists the public halves of the keys with which servers of this database sign. Revoked ones must not come from a
 * cache.
 */
async function getSigningKeys({ app, query }: ReadContext): Promise<Answer> {
  readQuery(listSigningKeys, query)
  const data = await app.db.read((tx) => listLiveSigningKeys(tx, toIsoTime(app.clock.nowMs())))
  const now = toIsoTime(app.sharedClock.nowMs())
  return { ...jsonAnswer(200, JSON.stringify({ data, now })), cacheControl: 'no-store' }
}

/** Routes of the console that take an API key. */
export const consoleKeyRoutes: readonly Route[] = [
  bindWrite(createCode, checkBody(NewConsoleCode), createConsoleCode),
  bindRead(listSigningKeys, getSigningKeys),
]
