// A request of the console to the worker. The API server signs it with a key whose public half the worker reads from
// the API, so the worker need not ask about each request.
import { z } from 'zod'
import { uuid } from '../text.ts'

/** Authentication scheme: `Authorization: Kitroom-Request <claims>.<signature>`, both in base64url. */
export const SIGNED_REQUEST_SCHEME = 'Kitroom-Request'
/** Lifetime of a signed request. */
export const SIGNED_REQUEST_SECONDS = 30
/**
 * A signed request counts this long before its start and after its end, by the clock of the servers. So it ends a
 * minute after it was signed, whatever the clock of the worker says.
 */
export const SIGNED_REQUEST_GRACE_SECONDS = 30
/** A signed request may arrive after so many later ones of its key (anti-replay window, RFC 4303 section 3.4.3). */
export const SIGNED_REQUEST_WINDOW = 1024

/**
 * Claims of a server about a request. The signature also covers method, host, path and query, as the worker receives
 * them.
 */
export const RequestClaims = z.strictObject({
  version: z.literal(1),
  signing_key_id: uuid,
  /** Number of the request among those of the signing key. The workers of an account accept it once. */
  sequence: z.int().min(1),
  account_id: uuid,
  session_id: uuid,
  /** The session's owner key, with the text that people may see of it. */
  key: z.strictObject({ id: uuid, name: z.string(), hint: z.string() }),
  scopes: z.array(z.string()),
  /** IP address of the browser. */
  browser_ip: z.string(),
  issued_at_ms: z.int(),
  expires_at_ms: z.int(),
  /** SHA-256 of the body in hexadecimal; of an upload, which is signed before it arrives, its length. */
  body: z.union([z.strictObject({ sha256: z.string() }), z.strictObject({ bytes: z.int().min(0) })]),
})
export type RequestClaims = z.output<typeof RequestClaims>

/** Parts of a request that the worker reads from the request itself. */
export interface SignedTarget {
  method: string
  /** Host and port of KITROOM_WORKER_URL in lower case, which are the Host header. */
  host: string
  /** Path and query as sent. */
  target: string
}

/** Returns the text that is signed. @param claims in base64url */
export const formatSignedText = ({ method, host, target }: SignedTarget, claims: string): string =>
  ['kitroom console request 1', method, host, target, claims].join('\n')
