import { Readable } from 'node:stream'
import { request, type Dispatcher } from 'undici'
import { parseRetryAfterMs } from '../../../platform/http/retryAfter.ts'

const MAX_ANSWER_BYTES = 4096

export interface PostRequest {
  url: URL
  headers: Record<string, string>
  body: string
  timeoutMs: number
  dispatcher: Dispatcher
  /** Called once the connection is open, before the first byte is sent. */
  handOver: () => Promise<void>
  nowMs: number
}

export interface HttpAnswer {
  status: number
  retryAfterMs: number | undefined
  /** Start of the body. It may contain secrets. */
  text: string
}

/** The receiver did not reply. `mayHaveArrived`: the request, or a part of it, was sent. */
export interface NoAnswer {
  mayHaveArrived: boolean
  error: unknown
  isTimeout: boolean
}

async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= MAX_ANSWER_BYTES) break
    }
  } catch {
    // The status is enough, even if the connection breaks in the body.
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString()
}

/** Sends a POST and follows no redirect. @throws errors of `handOver` */
export async function sendPost({
  url,
  headers,
  body,
  timeoutMs,
  dispatcher,
  handOver,
  nowMs,
}: PostRequest): Promise<HttpAnswer | NoAnswer> {
  const bytes = Buffer.from(body)
  const deadline = AbortSignal.timeout(timeoutMs)
  let handOverError: { reason: unknown } | undefined
  let mayHaveArrived = false
  const transmit = async function* (): AsyncGenerator<Buffer> {
    await handOver().catch((reason: unknown) => {
      handOverError = { reason }
      throw reason
    })
    mayHaveArrived = true
    yield bytes
  }
  try {
    const allHeaders = {
      'content-type': 'application/json',
      'user-agent': 'Kitroom-Reminders/1',
      'content-length': String(bytes.length),
      ...headers,
    }
    const {
      statusCode,
      headers: received,
      body: answer,
    } = await request(url, {
      method: 'POST',
      dispatcher,
      signal: deadline,
      headers: allHeaders,
      body: Readable.from(transmit(), { objectMode: false }),
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const retryAfterMs = parseRetryAfterMs([received['retry-after'] ?? []].flat()[0], nowMs)
    return { status: statusCode, retryAfterMs, text: await readStart(answer) }
  } catch (error) {
    if (handOverError) throw handOverError.reason
    return { mayHaveArrived, error, isTimeout: deadline.aborted }
  }
}
