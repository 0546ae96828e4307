import type { IncomingHttpHeaders } from 'node:http'
import type { PathParams } from '../../platform/http/pathTemplate.ts'

export interface IngressRequest {
  method: string
  headers: IncomingHttpHeaders
  /** The parameters of the route's path. */
  params: PathParams
  /** @throws IngressError `body_too_large` beyond 512 KiB, `invalid_request` when the body is incomplete */
  readBody(): Promise<Buffer>
}

/** The server adds Content-Length and security headers, and omits the body for HEAD and 304. */
export interface IngressAnswer {
  status: number
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
}

/** A handler of the ingress. Routes must not log paths or parameters, which may contain a token; the log shows `name` instead. */
export interface IngressRoute {
  name: string
  methods: readonly string[]
  /** Template of the path, such as `/calendars/{token}.ics`. */
  path: string
  /** @throws IngressError for refusals; other errors become `internal_error`, or `unavailable` for the database */
  handle(request: IngressRequest): Promise<IngressAnswer>
}
