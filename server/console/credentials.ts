import { describeFault } from '../../contract/faultReasons.ts'
import { apiPlane, settingsPlane, type Plane } from '../../contract/planes.ts'
import { checkKeyIsLive, checkKeyPlane } from '../auth/authenticate.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { ApiKeyRow } from '../db/schema.ts'
import { findKeyByHash } from '../auth/keyStore.ts'
import { hashKey, isWellFormedKey } from '../../platform/keyFormat.ts'
import { createError } from '../errors.ts'
import { createValidationError } from '../http/recordBody.ts'
import { toHeldKey } from '../sessions/session.ts'

type Field = 'api_key' | 'owner_key'

const CHALLENGE = { headers: { 'WWW-Authenticate': 'Session realm="studio", error="invalid_token"' } }

const planeOf = (field: Field): Plane => (field === 'api_key' ? apiPlane : settingsPlane)

/** @throws AppError invalid_api_key for a key that cannot be used in a session now */
export function checkSessionKey(row: ApiKeyRow, field: Field, nowMs: number): void {
  const { actor, isReplaced } = toHeldKey(row, null)
  checkKeyPlane(actor, planeOf(field))
  checkKeyIsLive(actor, nowMs)
  if (isReplaced) throw createError('typed_key_replaced', { key_kind: field }, CHALLENGE)
  if (actor.kind === 'worker') throw createError('key_of_worker', {}, CHALLENGE)
}

/** Finds a key that a person typed. @throws AppError invalid_api_key */
export async function findSessionKey(tx: Tx, text: string, field: Field, nowMs: number): Promise<ApiKeyRow> {
  const row = isWellFormedKey(text) ? await findKeyByHash(tx, hashKey(text)) : undefined
  if (!row) throw createError('typed_key_unknown', { key_kind: field }, CHALLENGE)
  checkSessionKey(row, field, nowMs)
  return row
}

/** Finds an owner key for a session of this account. @throws AppError invalid_api_key, validation_failed */
export async function findOwnerKey(tx: Tx, text: string, account: string, nowMs: number): Promise<ApiKeyRow> {
  const row = await findSessionKey(tx, text, 'owner_key', nowMs)
  if (row.account_id !== account)
    throw createValidationError([{ pointer: '#/owner_key', ...describeFault('other_account', {}) }])
  return row
}
