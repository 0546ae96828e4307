import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { v7 } from 'uuid'
import { isoTime } from '../../platform/clock.ts'
import { maskQuery, maskSecrets } from '../../platform/maskSecrets.ts'
import { randomForId } from '../../platform/random.ts'
import type { ChainEnd } from '../audit/chain.ts'
import { inertLine, type AuditEntry } from '../audit/entry.ts'
import type { Actor } from '../auth/keys.ts'
import { clientRequestId, type RequestHeaders } from './headers.ts'
import type { Route, WriteResult } from './route.ts'

/** One request on its way through the server. */
export interface Exchange {
  readonly requestId: string
  readonly startedAtMs: number
  readonly request: IncomingMessage
  headers: RequestHeaders
  /** Where the request came from, past trusted proxies. */
  ip: string
  /** Header lines that its answer carries whatever it is: CORS, HSTS. */
  extraHeaders: readonly string[]
  path: string
  query: string
  /** Set once the path is known. */
  route: string
  /** Set once the path is known: with its base, for the metrics. */
  template: string
  /** Set once the method is known. */
  bound: Route | undefined
  id: string
  /** Set once the key is known: from then on the request leaves an audit row. */
  actor: Actor | undefined
  bytesIn: number
  idempotencyKey: string | undefined
  /** Set when nobody knows whether its write was done: where the account's audit chain ended if it was. */
  perhapsAt: ChainEnd | undefined
}

const NONE: readonly string[] = []

export const beginExchange = (request: IncomingMessage): Exchange => ({
  // Ids that rise with time: those of random order would cost the index of the audit several times as much.
  requestId: v7({ random: randomForId() }),
  startedAtMs: performance.now(),
  request,
  headers: {},
  ip: '',
  extraHeaders: NONE,
  path: '',
  query: '',
  route: '',
  template: '',
  bound: undefined,
  id: '',
  actor: undefined,
  bytesIn: 0,
  idempotencyKey: undefined,
  perhapsAt: undefined,
})

const UUID = /^[0-9a-f-]{36}$/

export interface Outcome {
  status: number
  errorCode: string | null
  bytesOut: number
  replayed?: boolean
  result?: WriteResult
}

/** The audit row's content for a request by a known key. */
export function auditEntry(exchange: Exchange, actor: Actor, nowMs: number, outcome: Outcome): AuditEntry {
  const { request, headers, bound } = exchange
  return {
    at: isoTime(nowMs),
    requestId: exchange.requestId,
    keyId: actor.keyId,
    keyHint: actor.keyHint,
    scope: bound?.operation.scope ?? null,
    method: request.method ?? '',
    route: exchange.route,
    query: exchange.query === '' ? null : inertLine(maskQuery(exchange.query)),
    status: outcome.status,
    errorCode: outcome.errorCode,
    durationUs: Math.round((performance.now() - exchange.startedAtMs) * 1000),
    bytesIn: exchange.bytesIn,
    bytesOut: outcome.bytesOut,
    ip: exchange.ip,
    userAgent: headers['user-agent'] === undefined ? null : inertLine(maskSecrets(headers['user-agent'])),
    clientRequestId: clientRequestId(headers['x-request-id']),
    idempotencyHash: exchange.idempotencyKey === undefined ? null : hash('sha256', exchange.idempotencyKey, 'hex'),
    replayed: outcome.replayed ?? false,
    objectType: bound?.operation.objectType ?? null,
    objectId: outcome.result?.objectId ?? (UUID.test(exchange.id) ? exchange.id : null),
    changed: outcome.result?.changed ?? null,
    versionBefore: outcome.result?.versionBefore ?? null,
    versionAfter: outcome.result?.versionAfter ?? null,
    count: 1,
  }
}
