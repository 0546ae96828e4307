import { CONSOLE_BASE, SignIn, type Session } from '../../contract/console.ts'
import type { Operation } from '../../contract/operation.ts'
import { DAY_MS, SESSION_DAYS } from '../../contract/policies.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { maskSecrets } from '../../platform/maskSecrets.ts'
import { jsonAnswer, type Answer } from '../answer.ts'
import { appendAudit } from '../audit/chain.ts'
import { toSanitizedLine } from '../audit/entry.ts'
import type { AppContext, SessionContext, UseCaseContext } from '../context/context.ts'
import type { ApiKeyRow, ConsoleSessionRow } from '../db/schema.ts'
import type { AccountWrite } from '../db/write.ts'
import { writeAccount } from '../db/writeAccount.ts'
import { checkAccept, checkContentType } from '../http/accept.ts'
import { readBody } from '../http/body.ts'
import { toAuditEntry, type Exchange } from '../http/exchange.ts'
import { readQuery } from '../http/query.ts'
import { parseStrictJson } from '../http/strictJson.ts'
import { checkBody } from '../http/checkBody.ts'
import { resolveCode } from './code.ts'
import { formatCookie } from './cookie.ts'
import { findOwnerKey, findSessionKey } from './credentials.ts'
import { countingRefusals, findSession } from './identify.ts'
import { checkSecureSignIn, checkWriteOrigin } from './origin.ts'
import { generateToken, hashToken, toHeldKey, toSessionView, type ConsoleSession } from '../sessions/session.ts'
import { insertSession, markSessionEnded } from '../sessions/store.ts'

const SESSION_MS = SESSION_DAYS * DAY_MS

/** Keys of a new session, and further work in the transaction that creates it. */
export interface Credentials {
  apiKey: ApiKeyRow
  ownerKey: ApiKeyRow | undefined
  /** @throws AppError code_not_valid */
  claim?: (write: AccountWrite) => Promise<void>
}

async function receiveSignIn(exchange: Exchange, operation: Operation): Promise<SignIn> {
  const { headers, request, query } = exchange
  checkAccept(headers.accept)
  checkContentType(headers['content-type'], headers['content-encoding'])
  readQuery(operation, query)
  const bytes = await readBody(request)
  exchange.bytesIn = bytes.length
  return checkBody(SignIn)(parseStrictJson(bytes))
}

function resolveKeys(
  { db, clock }: UseCaseContext,
  { api_key: apiKeyText = '', owner_key: ownerKeyText }: SignIn,
): Promise<Credentials> {
  const nowMs = clock.nowMs()
  return db.read(async (tx) => {
    const apiKey = await findSessionKey(tx, apiKeyText, 'api_key', nowMs)
    const ownerKey =
      typeof ownerKeyText === 'string' ? await findOwnerKey(tx, ownerKeyText, apiKey.account_id, nowMs) : undefined
    return { apiKey, ownerKey }
  })
}

function createRow(
  write: AccountWrite,
  exchange: Exchange,
  { apiKey, ownerKey }: Credentials,
  token: string,
): ConsoleSessionRow {
  const userAgent = exchange.headers['user-agent']
  return {
    id: write.newId(),
    account_id: write.account,
    token_hash: hashToken(token),
    api_key_id: apiKey.id,
    owner_key_id: ownerKey?.id ?? null,
    created_at: write.now,
    expires_at: toIsoTime(write.nowMs + SESSION_MS),
    last_used_at: write.now,
    last_used_ip: exchange.ip,
    user_agent: userAgent === undefined ? null : toSanitizedLine(maskSecrets(userAgent)),
    ended_at: null,
  }
}

const viewOf = (row: ConsoleSessionRow, { apiKey, ownerKey }: Credentials): Session =>
  toSessionView({
    id: row.id,
    account: row.account_id,
    createdAt: row.created_at,
    expiresAtMs: Date.parse(row.expires_at),
    lastUsedAtMs: Date.parse(row.last_used_at),
    lastUsedIp: row.last_used_ip,
    userAgent: row.user_agent,
    endedAt: row.ended_at,
    apiKey: toHeldKey(apiKey, row.id),
    ownerKey: ownerKey && toHeldKey(ownerKey, row.id),
  })

/** Creates a session with a new token, and its audit row, in one transaction. */
function createSession(
  app: UseCaseContext,
  exchange: Exchange,
  credentials: Credentials,
  token: string,
): Promise<Answer> {
  const { apiKey } = credentials
  return writeAccount(app.db, app.clock, apiKey.account_id, async (write) => {
    await credentials.claim?.(write)
    const row = createRow(write, exchange, credentials, token)
    write.changed = true
    await insertSession(write.tx, row)
    const session = viewOf(row, credentials)
    const answer = jsonAnswer(201, JSON.stringify({ data: session }), { location: `${CONSOLE_BASE}/session` })
    const { actor } = toHeldKey(apiKey, row.id)
    const outcome = {
      status: answer.status,
      errorCode: null,
      bytesOut: Buffer.byteLength(answer.body),
      result: { answer, objectId: row.id },
    }
    await appendAudit(write, [toAuditEntry(exchange, actor, write.atMs, outcome)])
    const maxAgeSeconds = Math.floor((Date.parse(session.expires_at) - write.nowMs) / 1000)
    return { ...answer, headers: { 'Set-Cookie': formatCookie(token, exchange.secure, maxAgeSeconds) } }
  })
}

async function endOldSession(app: SessionContext, session: ConsoleSession): Promise<void> {
  await writeAccount(app.db, app.clock, session.account, async (write) => {
    write.changed = (await markSessionEnded(write.tx, session.account, session.id, write.now)) > 0
  })
  app.sessions.clear()
}

/** Signs a browser in with a new token. The browser's previous session ends. */
export async function performSignIn(app: AppContext, exchange: Exchange, operation: Operation): Promise<Answer> {
  const credentials = await countingRefusals(app, exchange, async () => {
    checkWriteOrigin(exchange)
    checkSecureSignIn(exchange, app.isLocalClient)
    const body = await receiveSignIn(exchange, operation)
    return body.code === undefined ? resolveKeys(app, body) : resolveCode(app, body.code)
  })
  exchange.actor = toHeldKey(credentials.apiKey, null).actor
  app.rates.count(exchange.actor, exchange)
  const oldSession = await findSession(app, exchange)
  const answer = await createSession(app, exchange, credentials, generateToken())
  if (oldSession) await endOldSession(app, oldSession)
  return answer
}
