import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { v7 } from 'uuid'
import { toIsoTime } from '../../platform/clock.ts'
import { maskQuery, maskSecrets } from '../../platform/maskSecrets.ts'
import { takeRandomIdBytes } from '../../platform/randomIdBytes.ts'
import type { ChainEnd } from '../audit/chain.ts'
import { toSanitizedLine, type AuditEntry } from '../audit/entry.ts'
import type { Actor } from '../auth/keyCache.ts'
import type { AccountState } from '../db/accountState.ts'
import { toClientRequestId, type RequestHeaders } from './headers.ts'
import type { Route, WriteResult } from './route.ts'

export interface Exchange {
  readonly requestId: string
  /** Start by performance.now(). It advances by the time for which the request waited for a change. */
  startedAtMs: number
  readonly request: IncomingMessage
  headers: RequestHeaders
  ip: string
  /** True if the client's connection is https, according to a trusted proxy. */
  secure: boolean
  extraHeaders: readonly string[]
  path: string
  query: string
  route: string
  template: string
  matchedRoute: Route | undefined
  id: string
  /** Set after authentication. The request gets an audit row from then on. */
  actor: Actor | undefined
  /** State of the account, read after the request arrived; undefined if a cache of states has it. */
  state: AccountState | undefined
  bytesIn: number
  idempotencyKey: string | undefined
  /** Set if a commit's outcome is unknown: the end of the audit chain if the write was committed. */
  uncertainChainEnd: ChainEnd | undefined
}

const NO_HEADERS: readonly string[] = []

export const createExchange = (request: IncomingMessage): Exchange => ({
  // A UUIDv7, because random ids would cost the audit index several times as much.
  requestId: v7({ random: takeRandomIdBytes() }),
  startedAtMs: performance.now(),
  request,
  headers: {},
  ip: '',
  secure: false,
  extraHeaders: NO_HEADERS,
  path: '',
  query: '',
  route: '',
  template: '',
  matchedRoute: undefined,
  id: '',
  actor: undefined,
  state: undefined,
  bytesIn: 0,
  idempotencyKey: undefined,
  uncertainChainEnd: undefined,
})

const UUID = /^[0-9a-f-]{36}$/

export interface ExchangeOutcome {
  status: number
  errorCode: string | null
  bytesOut: number
  replayed?: boolean
  result?: WriteResult
}

export function toAuditEntry(exchange: Exchange, actor: Actor, nowMs: number, outcome: ExchangeOutcome): AuditEntry {
  const { request, headers, matchedRoute } = exchange
  return {
    at: toIsoTime(nowMs),
    requestId: exchange.requestId,
    keyId: actor.keyId,
    keyHint: actor.keyHint,
    sessionId: actor.sessionId,
    scope: matchedRoute?.operation.scope ?? null,
    method: request.method ?? '',
    route: exchange.route,
    query: exchange.query === '' ? null : toSanitizedLine(maskQuery(exchange.query)),
    status: outcome.status,
    errorCode: outcome.errorCode,
    durationUs: Math.round((performance.now() - exchange.startedAtMs) * 1000),
    bytesIn: exchange.bytesIn,
    bytesOut: outcome.bytesOut,
    ip: exchange.ip,
    userAgent: headers['user-agent'] === undefined ? null : toSanitizedLine(maskSecrets(headers['user-agent'])),
    clientRequestId: toClientRequestId(headers['x-request-id']),
    idempotencyHash: exchange.idempotencyKey === undefined ? null : hash('sha256', exchange.idempotencyKey, 'hex'),
    replayed: outcome.replayed ?? false,
    objectType: matchedRoute?.operation.objectType ?? null,
    objectId: outcome.result?.objectId ?? (UUID.test(exchange.id) ? exchange.id : null),
    changed: outcome.result?.changed ?? null,
    versionBefore: outcome.result?.versionBefore ?? null,
    versionAfter: outcome.result?.versionAfter ?? null,
    count: 1,
  }
}
