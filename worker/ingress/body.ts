import type { IncomingMessage } from 'node:http'

/** The largest event has nearly 300 kB. */
export const MAX_BODY_BYTES = 512 * 1024

/** True when the client is still sending a body that will not be read. */
export const hasUnreadBody = (request: IncomingMessage): boolean =>
  !request.complete && Number(request.headers['content-length'] ?? 1) > 0
