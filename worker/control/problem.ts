import type { ServerResponse } from 'node:http'
import { controlErrorCodes } from '../../contract/controlErrors.ts'
import type { WorkerError } from '../errors.ts'
import { problemBody } from '../../platform/http/problemBody.ts'

/** Sends application/problem+json (RFC 9457 section 3), in the shape of the API's problems. */
export function sendProblem(response: ServerResponse, error: WorkerError, requestId: string): void {
  const kind = controlErrorCodes[error.code]
  const { status } = kind
  const body = problemBody(kind, error, requestId)
  const headers = { 'content-type': 'application/problem+json', 'content-length': Buffer.byteLength(body), connection: 'close' }
  response.writeHead(status, error.code === 'unauthorized' ? { ...headers, 'www-authenticate': 'Bearer realm="kitroom control"' } : headers)
  response.end(body)
}
