import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import type { SettingsFault } from '../../contract/control/settingsFault.ts'
import { controlErrorCodes } from '../../contract/controlErrors.ts'
import { MAX_FAULTS } from '../../contract/errors.ts'
import type { Said } from '../../contract/sentences/say.ts'
import { sendWhole } from '../../platform/http/answer.ts'
import { hasUnreadBody } from '../../platform/http/body.ts'
import { lingerOnClose } from '../../platform/http/linger.ts'
import { toProblemAnswer } from '../../platform/http/problem.ts'
import { toWorkerError, type WorkerError } from '../context/errors.ts'
import type { WorkerContext } from '../context/context.ts'

export const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  sendWhole(response, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  })

const MAX_BATCH_CHARACTERS = 16_384

/** @param isBatched sends several lines together, but the first one immediately */
async function* toLines(values: AsyncIterable<unknown>, isBatched: boolean): AsyncGenerator<string> {
  let isFirst = true
  let text = ''
  for await (const value of values) {
    text += `${JSON.stringify(value)}\n`
    if (isBatched && !isFirst && text.length < MAX_BATCH_CHARACTERS) continue
    yield text
    text = ''
    isFirst = false
  }
  if (text !== '') yield text
}

/** Sends NDJSON. @param isBatched for many values that do not have to wait for each other */
export const sendLines = (
  response: ServerResponse,
  values: AsyncIterable<unknown>,
  isBatched: boolean,
): Promise<void> => sendChunks(response, 'application/x-ndjson', toLines(values, isBatched))

/**
 * Streams a body with backpressure. Status and headers are sent with the first chunk, so an earlier error can still be
 * a problem response. After a later error the caller destroys the connection, so that the partial body does not look
 * complete.
 */
export async function sendChunks(
  response: ServerResponse,
  contentType: string,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  for await (const chunk of chunks) {
    if (!response.headersSent) response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' })
    if (disconnected.signal.aborted) return
    if (!response.write(chunk)) await once(response, 'drain', { signal: disconnected.signal }).catch(() => undefined)
  }
  response.end()
}

const toSettingsFault = ({ message: detail, sentences }: Said): SettingsFault => ({ detail, sentences })

function sendProblem(response: ServerResponse, error: WorkerError, requestId: string): void {
  // A caller that is still sending a sheet must get the response before the connection ends.
  if (hasUnreadBody(response.req)) lingerOnClose(response.req.socket)
  const { reason, values, faults, settingsFaults } = error
  const answer = toProblemAnswer(controlErrorCodes, error, requestId, {
    reason,
    ...(values && { values }),
    ...(faults && { errors: faults }),
    ...(settingsFaults && { settings_faults: settingsFaults.slice(0, MAX_FAULTS).map(toSettingsFault) }),
  })
  sendWhole(response, { ...answer, headers: { connection: 'close', 'cache-control': 'no-store', ...answer.headers } })
}

export type ErrorContext = Pick<WorkerContext, 'temporal' | 'log'>

/** Sends an error as a problem, or ends the connection if a body has begun. */
export function sendError(context: ErrorContext, response: ServerResponse, error: unknown): void {
  const problem = toWorkerError(error, context.temporal.options.namespace)
  const requestId = uuidv7()
  if (problem.code === 'internal_error') context.log.error({ err: error, requestId }, 'a control request failed')
  else if (problem.cause) context.log.warn({ err: problem.cause, requestId }, problem.detail)
  if (response.headersSent) response.destroy()
  else sendProblem(response, problem, requestId)
}
