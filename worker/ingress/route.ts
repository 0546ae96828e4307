import type { IncomingHttpHeaders } from 'node:http'

/** A request to the ingress. */
export interface IngressRequest {
  method: string
  headers: IncomingHttpHeaders
  /** What `match` found in the path. */
  params: Readonly<Record<string, string>>
  /** Reads the body whole. @throws IngressError `body_too_large` beyond 512 KiB, `invalid_request` when it breaks off */
  readBody(): Promise<Buffer>
}

/** What is answered. The server adds Content-Length and the security headers, and leaves the body out where the method is HEAD or the status 304. */
export interface IngressAnswer {
  status: number
  /** Names in small letters. */
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
}

/**
 * Something that the ingress serves.
 * Neither path nor parameters may be logged by a route: they may hold a token. `name` stands for it in the log.
 */
export interface IngressRoute {
  name: string
  methods: readonly string[]
  /** The variable parts of a path that is this route's; undefined for any other. The path is as it came: not decoded, without its query. */
  match(path: string): Readonly<Record<string, string>> | undefined
  /** @throws IngressError for what is refused; anything else becomes `internal_error`, and a database that does not answer `unavailable`. */
  handle(request: IngressRequest): Promise<IngressAnswer>
}
