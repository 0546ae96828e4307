// Checks owner keys of callers from other machines. It asks the API for every request and caches no answer, so that a
// revoked key ends immediately. Refusals are counted per key. Those of an address only slow down its unknown keys:
// callers behind one proxy share an address.
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import type { ControlReason, ControlValues } from '../../contract/controlReasons.ts'
import { createClient } from '../../client/client.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { formatPurpose } from '../../contract/control/operations.ts'
import { controlScopeOf } from '../../contract/operation.ts'
import { getCaller } from '../../contract/settings/caller.ts'
import { SETTINGS_BASE } from '../../contract/settings/operations.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { formatRetryAfter } from '../../platform/http/retryAfter.ts'
import { isWellFormedKey } from '../../platform/keyFormat.ts'
import { toAddressGroup } from '../../platform/toAddressGroup.ts'
import { WorkerError, createWorkerError } from '../context/errors.ts'
import { createCheckQueue } from './checkQueue.ts'
import { createRefusalLimit } from './refusalLimit.ts'
import type { RequestedOperation } from './serve.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

/** Time limit of a check. A caller waits for it, so it is shorter than that of the worker's other requests. */
export const CHECK_TIMEOUT_MS = 5000
/** Keys that were accepted within this time are checked without waiting for unknown keys of their address. */
const ACCEPTED_KEYS = { max: 1000, ttl: 60 * 60 * 1000 }
/** Checks of an address's unknown keys at once, before and after it has used up its refusals. */
const CHECKS_OF_ADDRESS = { normal: 4, limited: 1 }
const OWNER_KEY = /^ok_studio_[0-9A-Za-z]{49}$/

/** Used part of `KeyCaller`. A newer server may send more scopes, an older one no name. */
const CheckedCaller = z.object({
  account_id: z.string(),
  key_id: z.string(),
  name: z.string().optional(),
  hint: z.string(),
  scopes: z.array(z.string()),
  live: z.literal(true),
})
type CheckedCaller = z.output<typeof CheckedCaller>

export interface CallerCheckOptions {
  /** URL of the API server, without the plane's path. */
  apiUrl: string
  /** Account of this worker. */
  accountId: string
  clock: Clock
  log: Logger
  dispatcher: Dispatcher
}

export interface CallerCheck {
  /**
   * Asks the API if the key may perform the operation now.
   * @param requested undefined for a path without an operation
   * @param isGone true when the caller has disconnected: its check is not begun any more
   * @throws WorkerError unauthorized, wrong_account, insufficient_scope, rate_limited; api_unavailable while the key
   * cannot be checked
   */
  check(
    key: string,
    ip: string,
    requested: RequestedOperation | undefined,
    isGone?: () => boolean,
  ): Promise<CheckedCaller>
}

const challenge = (extra = ''): { headers: Record<string, string> } => ({
  headers: { 'www-authenticate': `Bearer realm="kitroom control"${extra}` },
})

export const createUnauthorizedError = <R extends ControlReason>(reason: R, values: ControlValues<R>): WorkerError =>
  createWorkerError(reason, values, challenge())

/** Reads the owner key of an Authorization header. @throws WorkerError unauthorized */
export function readOwnerKey(authorization: string | undefined): string {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  if (OWNER_KEY.test(key)) return key
  throw createUnauthorizedError('owner_key_missing', {})
}

/** The error has no cause, which would be logged for each request of any caller. */
const unavailable = <R extends ControlReason>(reason: R, values: ControlValues<R>): WorkerError =>
  createWorkerError(reason, values, { headers: { 'retry-after': '2' } })

function toCheckError(error: unknown): WorkerError {
  if (error instanceof ConnectionError) return unavailable('key_check_no_answer', {})
  if (!(error instanceof ApiError)) return unavailable('key_check_unreadable', {})
  if (error.status === 401) return createUnauthorizedError('owner_key_refused', { answer: error.detail })
  if (error.status === 429)
    return createWorkerError(
      'api_limits_key',
      { answer: error.detail },
      {
        headers: { 'retry-after': formatRetryAfter(error.retryAfterMs ?? 1000) },
      },
    )
  if (error.status === 404) return unavailable('key_check_unknown', {})
  return unavailable('key_check_fails', { code: error.code })
}

/** @throws WorkerError wrong_account */
export function checkAccount(account: string, ownAccount: string): void {
  if (account !== ownAccount) throw createWorkerError('wrong_account', {})
}

/** @throws WorkerError insufficient_scope */
export function checkScope(scopes: readonly string[], requested: RequestedOperation | undefined): void {
  const scope = requested && controlScopeOf(requested.operation)
  if (scope !== undefined && !scopes.includes(scope))
    throw createWorkerError(
      'owner_scope_missing',
      { scope },
      challenge(`, error="insufficient_scope", scope="${scope}"`),
    )
}

const isRefusal = ({ code }: WorkerError): boolean => code === 'unauthorized' || code === 'wrong_account'

/** Logs one line when keys cannot be checked any more, and one when they can again. */
function createOutageLog(log: Logger): (error: WorkerError | undefined) => void {
  let isOut = false
  return (error) => {
    const wasOut = isOut
    isOut = error?.code === 'api_unavailable'
    if (isOut && !wasOut)
      log.warn(
        { reason: error?.detail },
        'Keys of callers from other machines cannot be checked: they are refused with 503.',
      )
    if (wasOut && !isOut) log.info('Keys of callers from other machines can be checked again.')
  }
}

type Ask = (key: string, ip: string, requested: RequestedOperation | undefined) => Promise<CheckedCaller>

function createAsk(apiUrl: string, dispatcher: Dispatcher): Ask {
  const options = { url: apiUrl + SETTINGS_BASE, dispatcher, retries: 0, userAgent: 'kitroom-worker' }
  return async (key, ip, requested) => {
    const client = createClient({
      ...options,
      timeoutMs: scaleTimeLimit(CHECK_TIMEOUT_MS),
      token: key,
      ...(ip !== '' && { forwardedFor: ip }),
    })
    try {
      const purpose = requested && formatPurpose(requested.operation, requested.params)
      const { body } = await client.call(getCaller, { query: { for: purpose } })
      return CheckedCaller.parse(body.data)
    } catch (error) {
      throw toCheckError(error)
    }
  }
}

/**
 * An unknown key whose check has waited for its turn.
 * @throws WorkerError if the check is not worth beginning any more
 */
function requireStillWanted(isGone: () => boolean, sinceMs: number): void {
  if (isGone()) throw createWorkerError('caller_gone', {})
  if (performance.now() - sinceMs <= scaleTimeLimit(CHECK_TIMEOUT_MS)) return
  throw createWorkerError(
    'too_many_key_checks',
    {},
    {
      headers: { 'retry-after': '2' },
    },
  )
}

/** Creates a function that asks about a key: at once if it was accepted lately, else when its address has its turn. */
function createAskInTurn(
  ask: Ask,
  acceptedKeys: LRUCache<string, true>,
  isLimited: (address: string) => boolean,
): (digest: string, request: Parameters<Ask>, isGone: () => boolean) => Promise<CheckedCaller> {
  const queue = createCheckQueue((address) => CHECKS_OF_ADDRESS[isLimited(address) ? 'limited' : 'normal'])
  return async (digest, request, isGone) => {
    if (acceptedKeys.has(digest)) return ask(...request)
    const sinceMs = performance.now()
    return queue.run(toAddressGroup(request[1]), () => {
      requireStillWanted(isGone, sinceMs)
      return ask(...request)
    })
  }
}

export function createCallerCheck({ apiUrl, accountId, clock, log, dispatcher }: CallerCheckOptions): CallerCheck {
  const acceptedKeys = new LRUCache<string, true>(ACCEPTED_KEYS)
  const refusalsOfKeys = createRefusalLimit(clock)
  const refusalsOfAddresses = createRefusalLimit(clock)
  const ask = createAskInTurn(createAsk(apiUrl, dispatcher), acceptedKeys, (address) =>
    refusalsOfAddresses.isUsedUp(address),
  )
  const logOutage = createOutageLog(log)
  /** Counts a refusal. An invented key comes once, so its address answers for it. @throws WorkerError rate_limited */
  const countRefusal = (digest: string, ip: string): void => {
    const address = toAddressGroup(ip)
    const wasAccepted = acceptedKeys.delete(digest)
    refusalsOfKeys.count(digest)
    if (wasAccepted) return
    refusalsOfAddresses.require(address)
    refusalsOfAddresses.count(address)
  }
  return {
    async check(key, ip, requested, isGone = () => false) {
      const digest = hash('sha256', key, 'hex')
      refusalsOfKeys.require(digest)
      try {
        if (!isWellFormedKey(key)) throw createUnauthorizedError('owner_key_mistyped', {})
        const caller = await ask(digest, [key, ip, requested], isGone)
        logOutage(undefined)
        checkAccount(caller.account_id, accountId)
        checkScope(caller.scopes, requested)
        acceptedKeys.set(digest, true)
        return caller
      } catch (error) {
        if (!(error instanceof WorkerError)) throw error
        logOutage(error)
        if (isRefusal(error)) countRefusal(digest, ip)
        throw error
      }
    },
  }
}
