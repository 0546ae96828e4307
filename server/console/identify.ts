import type { Plane } from '../../contract/planes.ts'
import type { Actor } from '../auth/keyCache.ts'
import type { SessionContext, UseCaseContext } from '../context/context.ts'
import { AppError, createError } from '../errors.ts'
import type { Exchange } from '../http/exchange.ts'
import { readCookie } from './cookie.ts'
import { checkReadOrigin, checkWriteOrigin, isBackground } from './origin.ts'
import { findEnd, type ConsoleSession } from '../sessions/session.ts'

const CHALLENGE = { headers: { 'WWW-Authenticate': 'Session realm="studio"' } }

export const isRead = ({ request: { method } }: Exchange): boolean => method === 'GET' || method === 'HEAD'

/** Finds the session of a request's cookie, even if it has ended. */
export async function findSession(app: SessionContext, exchange: Exchange): Promise<ConsoleSession | undefined> {
  const token = readCookie(exchange.request.headers.cookie, exchange.secure)
  if (token === undefined) return undefined
  const caller = await app.sessions.find(token)
  if (caller) exchange.state = caller.state
  return caller?.session
}

function chooseActor({ apiKey, ownerKey }: ConsoleSession, plane: Plane['name']): Actor {
  if (plane !== 'settings') return apiKey.actor
  if (ownerKey) return ownerKey.actor
  throw createError('owner_key_needed', {}, CHALLENGE)
}

/** @throws AppError session_ended */
export function checkIsLive(session: ConsoleSession, nowMs: number): void {
  const end = findEnd(session, nowMs)
  if (end !== undefined) throw new AppError(end.reason, end.values, CHALLENGE)
}

/** Counts refusals by the client's address. */
export async function countingRefusals<T>(
  app: UseCaseContext,
  { ip }: { ip: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) app.rates.countRefusal(ip)
    throw error
  }
}

/**
 * Authenticates a request by its session, with the session's key for the plane.
 * @throws AppError session_required, session_ended, owner_key_needed, cross_origin_refused, rate_limited
 */
export const identifyBySession = (app: SessionContext, exchange: Exchange, plane: Plane['name']): Promise<Actor> =>
  countingRefusals(app, exchange, async () => {
    const session = await findSession(app, exchange)
    if (!session) throw createError('session_required', {}, CHALLENGE)
    // The account's audit has refusals from here on.
    exchange.actor = session.apiKey.actor
    const nowMs = app.clock.nowMs()
    checkIsLive(session, nowMs)
    if (isRead(exchange)) checkReadOrigin(exchange)
    else checkWriteOrigin(exchange)
    const actor = chooseActor(session, plane)
    exchange.actor = actor
    if (!isBackground(exchange)) {
      session.lastUsedAtMs = Math.max(session.lastUsedAtMs, nowMs)
      app.sessionUse.record(session.account, session.id, exchange.ip)
    }
    return actor
  })
