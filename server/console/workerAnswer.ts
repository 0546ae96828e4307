import type { Dispatcher } from 'undici'
import { z } from 'zod'
import type { Answer, MediaType, StreamedBody } from '../answer.ts'
import { createError, type AppError } from '../errors.ts'

const PASSED_MEDIA: readonly string[] = [
  'application/json',
  'application/problem+json',
  'application/x-ndjson',
] satisfies MediaType[]
const PASSED_HEADERS = ['retry-after'] as const
const MAX_PROBLEM_BYTES = 16 * 1024

const WorkerProblem = z.object({ detail: z.string() })

const RETRY = { 'Retry-After': '5' }

export const createUnavailableError = (reason: 'worker_not_known' | 'worker_silent', cause?: unknown): AppError =>
  createError(reason, {}, { headers: RETRY, cause })

/** Reads the detail of a problem; the status if there is none. */
async function readDetail({ statusCode, body }: Dispatcher.ResponseData): Promise<string> {
  let text = ''
  for await (const chunk of body as AsyncIterable<Buffer>) {
    text += chunk.toString()
    if (text.length > MAX_PROBLEM_BYTES) break
  }
  try {
    return WorkerProblem.parse(JSON.parse(text)).detail
  } catch {
    return `HTTP status ${statusCode}.`
  }
}

/** Explains that the worker does not accept the server's signature. A worker of an earlier version does not know it. */
export const toRefusal = async (response: Dispatcher.ResponseData): Promise<AppError> =>
  createError('worker_refuses_server', { answer: await readDetail(response) }, { headers: RETRY })

function toMediaType(given: string | string[] | undefined): MediaType {
  const type = (typeof given === 'string' ? given : '').split(';')[0]?.trim().toLowerCase() ?? ''
  return PASSED_MEDIA.includes(type) ? (type as MediaType) : 'application/octet-stream'
}

/** Passes an answer of the worker on, without its other headers. */
export function toAnswer(
  { statusCode, headers }: Dispatcher.ResponseData,
  chunks: AsyncIterable<Uint8Array>,
): Answer<StreamedBody> {
  const passedHeaders: Record<string, string> = {}
  for (const name of PASSED_HEADERS) if (typeof headers[name] === 'string') passedHeaders[name] = headers[name]
  return {
    status: statusCode,
    body: { chunks },
    contentType: toMediaType(headers['content-type']),
    cacheControl: 'no-store',
    headers: passedHeaders,
  }
}
