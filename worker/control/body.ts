import type { IncomingMessage } from 'node:http'
import { readBody } from '../../platform/http/body.ts'
import { WorkerError } from '../errors.ts'

const MAX_JSON_BYTES = 64 * 1024

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
