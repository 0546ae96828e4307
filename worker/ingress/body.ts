import type { IncomingMessage } from 'node:http'
import { BodyIncomplete, BodyTooLarge, readBody as readWhole } from '../../platform/http/body.ts'
import { IngressError } from './problem.ts'

/** The largest event has nearly 300 kB. */
export const MAX_BODY_BYTES = 512 * 1024

/** @throws IngressError body_too_large at the limit, without reading the rest; invalid_request when it breaks off */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  try {
    return await readWhole(request, MAX_BODY_BYTES)
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new IngressError('body_too_large', error.message)
    if (error instanceof BodyIncomplete) throw new IngressError('invalid_request', error.message, { cause: error })
    throw error
  }
}

/** True when the client is still sending a body that will not be read. */
export const leavesBodyUnread = (request: IncomingMessage): boolean => !request.complete && Number(request.headers['content-length'] ?? 1) > 0
