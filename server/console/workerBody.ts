import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { RequestClaims } from '../../contract/control/signedRequest.ts'
import { MAX_CONTROL_BODY_BYTES, MAX_SHEET_BYTES } from '../../contract/policies.ts'
import { declaresTooManyBytes } from '../../platform/http/body.ts'
import { createError, type AppError } from '../errors.ts'
import { beginPassedBody, readBody } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import type { SessionWatch } from './sessionWatch.ts'

/** An upload is passed on only while its session was checked within this time. */
const UPLOAD_CHECK_MS = 1000

/** A body for the worker, and what the server signs about it. */
export interface WorkerBody {
  signed: RequestClaims['body']
  /** Null for an empty body. */
  content: Readable | Buffer | null
  contentLength: number
}

const createTooLargeError = (): AppError =>
  createError('body_too_large', { max_bytes: MAX_SHEET_BYTES }, { headers: { Connection: 'close' } })

/** Passes an upload on while the session lasts, and counts its bytes for the audit. */
async function* passUpload(exchange: Exchange, watch: SessionWatch): AsyncGenerator<Buffer> {
  // The request must survive an early response, which still needs its connection.
  for await (const chunk of exchange.request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    exchange.bytesIn += chunk.length
    await watch.check(UPLOAD_CHECK_MS)
    yield chunk
  }
}

/**
 * Reads the length of an upload. The server signs it before the bytes arrive.
 * @throws AppError invalid_request, body_too_large
 */
function readLength(request: IncomingMessage): number {
  if (declaresTooManyBytes(request, MAX_SHEET_BYTES)) throw createTooLargeError()
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined) return Number(length ?? 0)
  throw createError(
    'sheet_without_length',
    {},
    {
      headers: { Connection: 'close' },
    },
  )
}

/** Prepares an upload, which is passed on while it arrives. */
export function openUpload(exchange: Exchange, watch: SessionWatch): WorkerBody {
  const bytes = readLength(exchange.request)
  if (bytes > 0) beginPassedBody(exchange.request)
  const content = bytes === 0 ? null : Readable.from(passUpload(exchange, watch), { objectMode: false })
  return { signed: { bytes }, content, contentLength: bytes }
}

/** Reads any other body. @throws AppError body_too_large, invalid_request */
export async function readWorkerBody(exchange: Exchange): Promise<WorkerBody> {
  const content = await readBody(exchange.request, MAX_CONTROL_BODY_BYTES)
  exchange.bytesIn = content.length
  return {
    signed: { sha256: hash('sha256', content, 'hex') },
    content: content.length === 0 ? null : content,
    contentLength: content.length,
  }
}
