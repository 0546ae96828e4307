import type { IncomingHttpHeaders } from 'node:http'
import type { WholeAnswer } from '../../platform/http/answer.ts'
import type { PathParams } from '../../platform/http/pathTemplate.ts'

export interface IngressRequest {
  method: string
  headers: IncomingHttpHeaders
  /** The parameters of the route's path. */
  params: PathParams
  /** @throws BodyError `body_too_large` beyond 512 KiB, `invalid_request` if the body is incomplete */
  readBody(): Promise<Buffer>
}

/**
 * A handler of the ingress. Routes must not log paths or parameters, which may contain a token; the log shows `name`
 * instead.
 */
export interface IngressRoute {
  name: string
  methods: readonly string[]
  /** Template of the path, such as `/calendars/{token}.ics`. */
  path: string
  /**
   * Handles a request. The server adds headers for security.
   * @throws IngressError for refusals; other errors become `internal_error`, or `unavailable` for the database
   */
  handle(request: IngressRequest): Promise<WholeAnswer>
}
