// Checks requests of the console by their signature. The server has checked the session, so the API is asked for its
// public key only.
import type { KeyObject } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  formatSignedText,
  RequestClaims,
  SIGNED_REQUEST_GRACE_SECONDS,
  SIGNED_REQUEST_SCHEME,
  SIGNED_REQUEST_SECONDS,
} from '../../contract/control/signedRequest.ts'
import { controlScopeOf } from '../../contract/operation.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { isSignedBy } from '../../platform/requestSignature.ts'
import { recordConsoleRequest } from '../../state/hosts/consoleRequests.ts'
import type { StateAndClock } from '../context/context.ts'
import { checkAccount, checkScope, createUnauthorizedError } from './caller.ts'
import { createLogOnce } from './checkAccess.ts'
import type { Access } from './serve.ts'
import type { SigningKeys } from './signingKeys.ts'

const CREDENTIALS = new RegExp(`^${SIGNED_REQUEST_SCHEME} +([\\w-]{1,8000})\\.([\\w-]{86})$`, 'i')
const GRACE_MS = SIGNED_REQUEST_GRACE_SECONDS * 1000

interface SignedRequest {
  claims: RequestClaims
  /** The claims as sent. */
  encoded: string
  signature: string
}

/** True for a request that names the scheme, however its credentials look. */
export const isSignedRequest = (authorization: string | undefined): authorization is string =>
  authorization?.slice(0, SIGNED_REQUEST_SCHEME.length).toLowerCase() === SIGNED_REQUEST_SCHEME.toLowerCase()

/** @throws WorkerError unauthorized */
function parseCredentials(authorization: string): SignedRequest {
  const [, encoded = '', signature = ''] = CREDENTIALS.exec(authorization) ?? []
  try {
    return { claims: RequestClaims.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString())), encoded, signature }
  } catch {
    throw createUnauthorizedError('signed_form_unknown', {})
  }
}

const isTimely = ({ issued_at_ms: issuedAtMs, expires_at_ms: expiresAtMs }: RequestClaims, nowMs: number): boolean =>
  nowMs < expiresAtMs + GRACE_MS && nowMs > issuedAtMs - GRACE_MS

/** @throws WorkerError unauthorized for a request that has ended, or that comes from the future; api_unavailable */
async function checkTime(claims: RequestClaims, keys: SigningKeys): Promise<void> {
  if (isTimely(claims, keys.serverNowMs())) return
  // The clock of this machine may have jumped since the servers' time was read.
  await keys.refresh()
  if (isTimely(claims, keys.serverNowMs())) return
  throw createUnauthorizedError('signed_too_long_ago', {
    signed_at: toIsoTime(claims.issued_at_ms),
    reached: toIsoTime(keys.serverNowMs()),
    seconds: SIGNED_REQUEST_SECONDS + SIGNED_REQUEST_GRACE_SECONDS,
  })
}

/** @throws WorkerError unauthorized */
function checkSignature(
  request: IncomingMessage,
  { claims, encoded, signature }: SignedRequest,
  key: KeyObject | undefined,
): void {
  if (!key) throw createUnauthorizedError('signing_key_unknown', { signing_key: claims.signing_key_id })
  const { method = '', url = '', headers } = request
  const text = formatSignedText({ method, host: (headers.host ?? '').toLowerCase(), target: url }, encoded)
  if (!isSignedBy(key, text, signature)) throw createUnauthorizedError('signature_differs', {})
}

/** @throws WorkerError unauthorized for another body than the signed one */
function checkBody({ body: signed }: RequestClaims, ...[body, isUpload]: Parameters<Access['checkBody']>): void {
  if ('bytes' in signed ? isUpload && signed.bytes === body.bytes : signed.sha256 === body.sha256) return
  throw createUnauthorizedError('signed_body_differs', {})
}

export interface SignedRequests {
  /** Creates the access of a signed request. @throws WorkerError unauthorized */
  createAccess(request: IncomingMessage, authorization: string): Access
}

interface SignedRequestOptions {
  keys: SigningKeys
  /** Account of this worker. */
  accountId: string
}

/**
 * Accepts a request once. A read does not wait for the disk: only after a power cut may its copy count, while its time
 * lasts.
 * @throws WorkerError unauthorized, wrong_account, api_unavailable
 */
async function acceptOnce(
  { state, clock }: StateAndClock,
  { keys, accountId }: SignedRequestOptions,
  { request, signed, isChange }: { request: IncomingMessage; signed: SignedRequest; isChange: boolean },
): Promise<void> {
  const { account_id: account, signing_key_id: signingKeyId, sequence } = signed.claims
  checkSignature(request, signed, await keys.find(signingKeyId))
  await checkTime(signed.claims, keys)
  checkAccount(account, accountId)
  const at = toIsoTime(clock.nowMs())
  const isFirst = await state.write((tx) => recordConsoleRequest(tx, { signingKeyId, sequence, at }), {
    durable: isChange,
  })
  if (!isFirst) throw createUnauthorizedError('signed_request_repeated', {})
}

export const createSignedRequests = (
  context: StateAndClock & { log: Logger },
  options: SignedRequestOptions,
): SignedRequests => ({
  createAccess(request, authorization) {
    const signed = parseCredentials(authorization)
    const { claims } = signed
    const { key, scopes, browser_ip: ip } = claims
    const logOnce = createLogOnce(context.log, { keyId: key.id, hint: key.hint, ip })
    let isAccepted = false
    return {
      async check(requested) {
        const isChange = requested !== undefined && controlScopeOf(requested.operation) === 'automation:write'
        if (!isAccepted) await acceptOnce(context, options, { request, signed, isChange })
        isAccepted = true
        checkScope(scopes, requested)
        logOnce(requested)
        return { keyId: key.id, name: key.name }
      },
      checkBody: (body, isUpload) => checkBody(claims, body, isUpload),
    }
  },
})
