import type { IncomingMessage } from 'node:http'
import { BodyIncomplete, BodyTooLarge, readBody as readWhole } from '../../platform/http/body.ts'
import { WorkerError } from '../errors.ts'

const MAX_JSON_BYTES = 64 * 1024

/** @throws WorkerError body_too_large at the limit, without reading the rest; invalid_request when it breaks off */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  try {
    return await readWhole(request, maxBytes)
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new WorkerError('body_too_large', error.message)
    if (error instanceof BodyIncomplete) throw new WorkerError('invalid_request', error.message)
    throw error
  }
}

/** Parses a JSON body; an empty one is `{}`. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = (await readBody(request, MAX_JSON_BYTES)).toString('utf8')
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new WorkerError('invalid_request', 'The body is not valid JSON.', { cause: error })
  }
}
