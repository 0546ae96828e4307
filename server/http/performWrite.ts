import { IDEMPOTENCY_RETENTION_HOURS } from '../../contract/policies.ts'
import type { Actor } from '../auth/keyCache.ts'
import { appendAudit } from '../audit/chain.ts'
import type { AuditEntry } from '../audit/entry.ts'
import type { AppContext } from '../context/context.ts'
import type { AccountWrite } from '../db/write.ts'
import { writeAccount } from '../db/writeAccount.ts'
import { fingerprintRequest, readIdempotencyKey } from '../idempotency/key.ts'
import { answerLookup, findAnswer, storeAnswer } from '../idempotency/store.ts'
import { checkAccept, checkContentType } from './accept.ts'
import type { Answer } from '../answer.ts'
import { readBody, checkNoBody } from './body.ts'
import { parsePrecondition } from './conditional.ts'
import { type Precondition } from '../../platform/http/conditional.ts'
import { toAuditEntry, type Exchange, type ExchangeOutcome } from './exchange.ts'
import { problemAnswer } from './serializeProblem.ts'
import { AppError, createError } from '../errors.ts'
import { toRunId } from './headers.ts'
import { readQuery } from './query.ts'
import { reportCommitted } from './reportCommitted.ts'
import type { WriteResult, WriteRoute } from './route.ts'
import { parseStrictJson } from './strictJson.ts'
import { toRecordId } from './target.ts'

interface ReceivedRequest {
  bytes: Buffer
  ifMatch: Precondition | undefined
  query: Readonly<Record<string, unknown>>
  /** The parsed body or its fault. The fault is reported only if the request is not a replay. */
  checked: { body: unknown } | { fault: AppError }
}

async function receiveBody(exchange: Exchange, route: WriteRoute): Promise<ReceivedRequest> {
  const { headers } = exchange
  checkAccept(headers.accept)
  let bytes: Buffer = Buffer.alloc(0)
  let parsed: unknown
  if (route.operation.body) {
    checkContentType(headers['content-type'], headers['content-encoding'])
    bytes = await readBody(exchange.request)
    exchange.bytesIn = bytes.length
    parsed = parseStrictJson(bytes)
  } else checkNoBody(exchange)
  const query = readQuery(route.operation, exchange.query)
  const key = headers['idempotency-key']
  exchange.idempotencyKey = key === undefined ? undefined : readIdempotencyKey(key)
  const ifMatch = headers['if-match']
  return {
    bytes,
    query,
    ifMatch: ifMatch === undefined ? undefined : parsePrecondition('If-Match', ifMatch),
    checked: checkRouteBody(route, parsed),
  }
}

function checkRouteBody(route: WriteRoute, parsed: unknown): ReceivedRequest['checked'] {
  try {
    return { body: route.check(parsed) }
  } catch (error) {
    if (error instanceof AppError) return { fault: error }
    throw error
  }
}

/** Runs the use case. An AppError before the first change becomes the response; a later error undoes the write. */
async function runUseCase(
  app: AppContext,
  exchange: Exchange,
  actor: Actor,
  route: WriteRoute,
  write: AccountWrite,
  body: unknown,
  { ifMatch, query }: Pick<ReceivedRequest, 'ifMatch' | 'query'>,
): Promise<WriteResult & { errorCode: string | null }> {
  try {
    const context = {
      app,
      actor,
      client: exchange,
      write,
      requestId: exchange.requestId,
      id: toRecordId(exchange.id),
      ifMatch,
      query,
    }
    const result = await route.write(context, body as never)
    return { ...result, errorCode: null }
  } catch (error) {
    if (!(error instanceof AppError) || write.changed) throw error
    return { answer: problemAnswer(error, exchange.requestId), errorCode: error.code }
  }
}

async function findReplayAnswer(
  write: AccountWrite,
  key: string,
  requestFingerprint: string,
): Promise<Answer | undefined> {
  const stored = await findAnswer(write.tx, write.account, key, write.atMs)
  if (!stored) return undefined
  if (stored.fingerprint !== requestFingerprint)
    throw createError('idempotency_key_reused', { hours: IDEMPOTENCY_RETENTION_HOURS })
  return { ...stored.answer, headers: { ...stored.answer.headers, 'Idempotent-Replayed': 'true' } }
}

/**
 * Runs a write in one transaction with its idempotency row and audit row. Order of checks: headers and body, replay,
 * schema, use case.
 */
export async function performWrite(
  app: AppContext,
  exchange: Exchange,
  actor: Actor,
  route: WriteRoute,
): Promise<Answer> {
  const received = await receiveBody(exchange, route)
  const { bytes, checked } = received
  const key = exchange.idempotencyKey
  if ('fault' in checked && key === undefined) throw checked.fault
  const requestFingerprint =
    key === undefined
      ? ''
      : fingerprintRequest(route.operation.method, exchange.path, exchange.headers['if-match'], bytes)
  let refusal: AuditEntry | undefined
  const runWrite = async (write: AccountWrite): Promise<Answer> => {
    refusal = undefined
    write.actor = { kind: actor.kind, id: actor.keyId, runId: toRunId(actor, exchange.headers) }
    const entryOf = ({ status, body }: Answer, more: Omit<ExchangeOutcome, 'status' | 'bytesOut'>): AuditEntry =>
      toAuditEntry(exchange, actor, write.atMs, { status, bytesOut: Buffer.byteLength(body), ...more })
    const replayed = key === undefined ? undefined : await findReplayAnswer(write, key, requestFingerprint)
    if (replayed) {
      await appendAudit(write, [entryOf(replayed, { errorCode: null, replayed: true })])
      return replayed
    }
    if ('fault' in checked) throw checked.fault
    const result = await runUseCase(app, exchange, actor, route, write, checked.body, received)
    if (key !== undefined)
      storeAnswer(write.tx, write.account, key, requestFingerprint, result.repeated ?? result.answer, write.atMs)
    const entry = entryOf(result.answer, { errorCode: result.errorCode, result })
    if (result.errorCode === null) await appendAudit(write, [entry])
    else refusal = entry
    return result.answer
  }
  const onUncertain = ({ state }: AccountWrite): void => {
    if (!refusal) exchange.uncertainChainEnd = { seq: state.audit_seq, hash: state.audit_hash }
  }
  const reads = [
    ...(key === undefined ? [] : [answerLookup(key)]),
    ...('fault' in checked ? [] : (route.reads?.(toRecordId(exchange.id), checked.body as never) ?? [])),
  ]
  const answer = await writeAccount(app.db, app.clock, actor.account, runWrite, {
    reads,
    onCommitted: (write) => reportCommitted(app, write),
    onUncertain,
  })
  if (refusal) app.audit.add(actor.account, refusal)
  return answer
}
