// The server calls the worker with a token instead of a key, because it stores no key. The worker lets the API check the token, as it does with keys.
import { z } from 'zod'
import { WORKER_TOKEN_PREFIX, WORKER_TOKEN_SECONDS } from '../../contract/console.ts'
import { getCaller } from '../../contract/settings/caller.ts'
import { SealBroken } from '../../platform/secretBox.ts'
import type { Actor, Caller } from '../auth/keyCache.ts'
import type { UseCaseContext } from '../context/context.ts'
import { AppError } from '../errors.ts'
import type { Exchange } from '../http/exchange.ts'
import { readQuery } from '../http/query.ts'
import { readSession } from '../sessions/lookup.ts'
import { findEndReason } from '../sessions/session.ts'

/** Bound to the seal, so that no other sealed text is valid as a token. */
const SEAL_OWNER = 'console worker token'

const Payload = z.strictObject({
  account: z.string(),
  key: z.string(),
  session: z.string(),
  ip: z.string(),
  until: z.int(),
})
type Payload = z.output<typeof Payload>

/** Creates a token for one request of a session, on behalf of its owner key. */
export function createWorkerToken(
  { secrets, clock }: UseCaseContext,
  { account, keyId, sessionId }: Actor,
  ip: string,
): string {
  const payload: Payload = {
    account,
    key: keyId,
    session: sessionId ?? '',
    ip,
    until: clock.nowMs() + WORKER_TOKEN_SECONDS * 1000,
  }
  return WORKER_TOKEN_PREFIX + secrets.seal(JSON.stringify(payload), SEAL_OWNER)
}

function openToken({ secrets }: UseCaseContext, token: string): Payload | undefined {
  try {
    return Payload.parse(JSON.parse(secrets.open(token.slice(WORKER_TOKEN_PREFIX.length), SEAL_OWNER)))
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

const refuse = (detail: string): AppError =>
  new AppError('invalid_api_key', detail, {
    headers: { 'WWW-Authenticate': 'Bearer realm="studio", error="invalid_token"' },
  })

/**
 * Finds the caller of a worker token: the session's owner key in its present state. Nothing is cached, so that a
 * revoked key or session ends immediately.
 * @throws AppError invalid_api_key for a token that is too old, or whose session has ended
 */
export async function findWorkerCaller(
  app: UseCaseContext,
  exchange: Exchange,
  token: string,
): Promise<Caller | undefined> {
  const payload = token.startsWith(WORKER_TOKEN_PREFIX) ? openToken(app, token) : undefined
  if (!payload) return undefined
  const nowMs = app.clock.nowMs()
  if (payload.until <= nowMs && readQuery(getCaller, exchange.query)['continued'] !== 'true')
    throw refuse('The token of the console is too old.')
  const session = await readSession(app.db, payload.account, payload.session)
  const reason = session ? findEndReason(session, nowMs) : 'It is not known here.'
  if (!session || reason !== undefined) throw refuse(`The session of the console has ended. ${reason}`)
  if (session.ownerKey?.actor.keyId !== payload.key)
    throw refuse('The session of the console has another owner key now.')
  // The audit needs the browser's address instead of the worker's.
  exchange.ip = payload.ip
  return { actor: session.ownerKey.actor, state: undefined }
}
