import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FeedRow } from '../../state/calendarFeeds.ts'

const TOKEN_BYTES = 32

const digest = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A secret that nobody guesses, as it stands in an address. */
export const createFeedToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** What is kept of a token, hex. */
export const tokenSha256 = (token: string): string => digest(token).toString('hex')

/** The feed of a token. Every feed is compared, in constant time, whatever was found before. */
export function findFeed(feeds: readonly FeedRow[], token: string): FeedRow | undefined {
  const given = digest(token)
  const matches = feeds.filter(({ token_sha256: kept }) => kept !== null && timingSafeEqual(Buffer.from(kept, 'hex'), given))
  return matches[0]
}

/** The path of a feed, under the ingress. */
export const feedPath = (token: string): string => `/calendars/${token}.ics`
