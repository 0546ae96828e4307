import type { NewConsoleCode } from '../../contract/console.ts'
import { CONSOLE_CODE_MINUTES } from '../../contract/policies.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { jsonAnswer, type Answer } from '../answer.ts'
import type { UseCaseContext } from '../context/context.ts'
import { createError, type AppError } from '../errors.ts'
import type { ServerWriteContext, WriteResult } from '../http/route.ts'
import { claimCode, findCode, insertCode } from './codeStore.ts'
import { checkSessionKey, findOwnerKey } from './credentials.ts'
import { countingRefusals } from './identify.ts'
import { generateToken, hashToken, isWellFormedToken } from '../sessions/session.ts'
import type { Credentials } from './signIn.ts'
import { findKeyOfAccount } from '../sessions/store.ts'

const LIFETIME_MS = CONSOLE_CODE_MINUTES * 60_000

/** Creates a code that signs in once, with the API key of the request and perhaps an owner key. */
export async function createConsoleCode(
  { app, actor, client, write }: ServerWriteContext,
  body: NewConsoleCode,
): Promise<WriteResult> {
  const { tx, account, nowMs, now } = write
  const apiKey = await findKeyOfAccount(tx, account, actor.keyId)
  if (!apiKey) throw new Error('a request with a key has none')
  checkSessionKey(apiKey, 'api_key', nowMs)
  const { owner_key: text } = body
  const ownerKey =
    typeof text === 'string'
      ? await countingRefusals(app, client, () => findOwnerKey(tx, text, account, nowMs))
      : undefined
  const code = generateToken()
  const row = {
    hash: hashToken(code),
    account_id: account,
    api_key_id: apiKey.id,
    owner_key_id: ownerKey?.id ?? null,
    created_at: now,
    expires_at: toIsoTime(nowMs + LIFETIME_MS),
    used_at: null,
  }
  write.changed = true
  await insertCode(tx, row)
  const answerWith = (shownCode: string | null): Answer =>
    jsonAnswer(201, JSON.stringify({ data: { code: shownCode, expires_at: row.expires_at } }))
  return { answer: answerWith(code), repeated: answerWith(null) }
}

const createCodeError = (): AppError =>
  createError(
    'code_not_valid',
    { minutes: CONSOLE_CODE_MINUTES },
    {
      headers: { 'WWW-Authenticate': 'Session realm="studio", error="invalid_token"' },
    },
  )

/** Finds the keys of a code. Signing in uses it up. @throws AppError code_not_valid, invalid_api_key */
export async function resolveCode({ db, clock }: UseCaseContext, code: string): Promise<Credentials> {
  if (!isWellFormedToken(code)) throw createCodeError()
  const nowMs = clock.nowMs()
  const now = toIsoTime(nowMs)
  return db.read(async (tx) => {
    const row = await findCode(tx, hashToken(code))
    if (!row || row.used_at !== null || row.expires_at <= now) throw createCodeError()
    const { account_id: account, api_key_id: apiKeyId, owner_key_id: ownerKeyId } = row
    const apiKey = await findKeyOfAccount(tx, account, apiKeyId)
    const ownerKey = ownerKeyId === null ? undefined : await findKeyOfAccount(tx, account, ownerKeyId)
    if (!apiKey) throw new Error('a code has no API key')
    checkSessionKey(apiKey, 'api_key', nowMs)
    if (ownerKey) checkSessionKey(ownerKey, 'owner_key', nowMs)
    return {
      apiKey,
      ownerKey,
      claim: async (write) => {
        if ((await claimCode(write.tx, account, row.hash, write.now)) === 0) throw createCodeError()
      },
    }
  })
}
